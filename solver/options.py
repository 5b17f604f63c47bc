"""Rule options as data: what a game's options are, and how texts and files choose among them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from solver.errors import Defect, RulesError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

R = TypeVar("R", bound="DataclassInstance")


@dataclass(frozen=True, slots=True)
class Option:
    """One named option: the label of its rule, its values as a user types them, and what it governs.

    The default is the first of the values.
    """

    label: str
    values: tuple[str, ...]
    about: str


def validate(rules: "DataclassInstance", options: Mapping[str, Option]) -> None:
    """Check that a rules object has an existing value for every option.

    Raises
    ------
    RulesError
        For every value that does not exist, with the list of those that do.
    """
    defects = [
        _bad_value(name, name, getattr(rules, name), option)
        for name, option in options.items()
        if getattr(rules, name) not in option.values
    ]
    if defects:
        raise RulesError(defects)


@dataclass(frozen=True, slots=True)
class Rulebook(Generic[R]):
    """The options and presets of one game, and the ways to name a choice among them.

    Attributes
    ----------
    options : mapping of str to Option
        Every option by name, in the order of the rules.
    presets : mapping of str to R
        The rule sets with a name; the first is what runs when nothing is said.
    """

    options: Mapping[str, Option]
    presets: Mapping[str, R]

    def name(self, rules: R) -> str:
        """Return the name in output: the nearest preset, then what differs (``trio,max_wild=1``)."""
        changes = {preset: self.difference(base, rules) for preset, base in self.presets.items()}
        nearest = min(changes, key=lambda key: len(changes[key]))
        return ",".join([nearest, *(f"{key}={new}" for key, (_, new) in changes[nearest].items())])

    def difference(self, old: R, new: R) -> dict[str, tuple[str, str]]:
        """Return the options that differ, as ``{name: (old value, new value)}`` in the order of the rules."""
        pairs = {name: (getattr(old, name), getattr(new, name)) for name in self.options}
        return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}

    def preset(self, name: str, where: str = "--rules") -> R:
        """Return a preset by its name.

        Raises
        ------
        RulesError
            If there is none of that name.
        """
        if name not in self.presets:
            raise RulesError.at(where, f"no preset {name!r}; presets: {', '.join(self.presets)}")
        return self.presets[name]

    def override(self, rules: R, assignments: Iterable[str], where: str = "--rule") -> R:
        """Return the rules with ``NAME=VALUE`` texts applied in order.

        Raises
        ------
        RulesError
            For each text that is no ``NAME=VALUE``, or whose name or value does not exist.
        """
        changes: dict[str, Any] = {}
        defects = []
        for text in assignments:
            name, equals, value = (part.strip() for part in text.partition("="))
            if not equals:
                defects.append(Defect(where, f"{text!r} is not NAME=VALUE"))
            else:
                changes[name] = value
        return self._changed(rules, changes, defects, where)

    def parse(self, text: str, where: str = "rules") -> R:
        """Return the rules of ``PRESET[,NAME=VALUE…]``, the form that files and output use.

        Raises
        ------
        RulesError
            If the text does not start with a preset, or as for `override`.
        """
        first, *rest = self._split(text)
        if "=" in first:
            names = ", ".join(self.presets)
            raise RulesError.at(where, f"{text!r} does not start with a preset; presets: {names}")
        return self.override(self.preset(first, where), rest, where)

    def load(self, path: str | Path) -> R:
        """Return the rules of a TOML file: flat keys, optionally from a ``preset``.

        Raises
        ------
        RulesError
            If the file cannot be read, is not TOML, or names what does not exist.
        """
        import tomllib

        where = str(path)
        try:
            keys: dict[str, Any] = tomllib.loads(Path(path).read_text(encoding="utf-8-sig"))
        except OSError as error:
            raise RulesError.at(where, f"cannot be read: {error.strerror}") from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise RulesError.at(where, f"is not TOML: {error}") from error
        start = keys.pop("preset", next(iter(self.presets)))
        if not isinstance(start, str):
            names = ", ".join(self.presets)
            raise RulesError.at(where, f"preset = {start!r} is not a name; presets: {names}")
        return self._changed(self.preset(start, where), keys, [], where)

    def _split(self, text: str) -> list[str]:
        """Split at commas, keeping together values that hold one (``pack_points=20,40``)."""
        values = {value for option in self.options.values() for value in option.values if "," in value}
        parts: list[str] = []
        for part in (piece.strip() for piece in text.split(",")):
            if parts and "=" not in part and f"{parts[-1]},{part}".partition("=")[2] in values:
                parts[-1] += f",{part}"
            else:
                parts.append(part)
        return parts

    def _changed(self, rules: R, changes: Mapping[str, Any], defects: list[Defect], where: str) -> R:
        values: dict[str, Any] = {}
        for name, value in changes.items():
            option = self.options.get(name)
            if option is None:
                defects.append(Defect(where, f"no option {name!r}; options: {', '.join(self.options)}"))
            elif (word := _word(value)) not in option.values:
                defects.append(_bad_value(where, name, value, option))
            else:
                values[name] = word
        if defects:
            raise RulesError(defects)
        return replace(rules, **values)


def _word(value: Any) -> str:
    """Return a TOML value as the word a user would type: true is yes, 80 is 80, [20, 40] is 20,40."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ",".join(_word(item) for item in value)
    return str(value)


def _bad_value(where: str, name: str, value: Any, option: Option) -> Defect:
    return Defect(where, f"{name} = {value!r} does not exist; values: {', '.join(option.values)}")

"""The rules as data: presets, overrides, files, and the refusal of what does not exist."""

from pathlib import Path

import pytest

from solver.errors import RulesError
from solver.rummy.rules import OPTIONS, PRESETS, Rules, difference, load_rules, override, parse_rules
from solver.rummy.rulings import RULINGS


def test_the_default_is_trio() -> None:
    """What runs when nothing is said is the preset trio, the first value of every option."""
    assert Rules() == PRESETS["trio"]
    assert all(getattr(Rules(), name) == option.values[0] for name, option in OPTIONS.items())


def test_presets_differ_as_ruled() -> None:
    """Club and online change exactly the options that the rules page names."""
    assert difference(Rules(), PRESETS["club"]) == {
        "span": ("6-7", "any"),
        "life_gate": ("none", "pure"),
        "trio_gate": ("pure+impure", "two-sequences"),
    }
    assert {name: new for name, (_, new) in difference(Rules(), PRESETS["online"]).items()} == {
        "max_wild": "any",
        "sets": "distinct",
        "identical": "no",
        "span": "any",
        "max_trios": "any",
        "life_gate": "both",
        "trio_gate": "two-sequences",
        "cap": "80",
        "halving": "off",
    }


@pytest.mark.parametrize("name", OPTIONS)
def test_every_value_is_accepted_and_named(name: str) -> None:
    """Each value of each option is accepted, and its rules' name reads back as the same rules."""
    for value in OPTIONS[name].values:
        rules = override(Rules(), [f"{name}={value}"])
        assert getattr(rules, name) == value
        assert parse_rules(rules.name) == rules


def test_unknown_names_and_values_are_refused_with_what_exists() -> None:
    """All that is wrong with a list of overrides is told at once, with the options and values that exist."""
    with pytest.raises(RulesError) as caught:
        override(Rules(), ["spam=1", "cap=90", "cap"])
    text = str(caught.value)
    assert "'spam'" in text
    assert "wild_natural" in text
    assert "none, 80" in text
    assert "'cap' is not NAME=VALUE" in text


def test_an_unknown_preset_is_refused() -> None:
    """A preset that does not exist is refused with those that do."""
    with pytest.raises(RulesError, match="trio, club, online"):
        parse_rules("casino")


def test_values_are_validated_without_a_helper() -> None:
    """A Rules object cannot hold a value that does not exist."""
    with pytest.raises(RulesError):
        Rules(max_wild="3")


def test_rule_file(tmp_path: Path) -> None:
    """A TOML file may start from a preset and write values as words, numbers, booleans or lists."""
    file = tmp_path / "house.toml"
    file.write_text(
        'preset = "club"\ncap = 80\nwild_natural = false\npack_points = [20, 40]\n', encoding="utf-8"
    )
    assert load_rules(file).name == "club,wild_natural=no,cap=80"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("cap = 81", "none, 80"),
        ("colour = 'red'", "no option 'colour'"),
        ("preset = 'casino'", "trio, club, online"),
        ("preset = 3", "is not a name"),
        ("cap = ", "is not TOML"),
        ("[cap]\nvalue = 80", "none, 80"),
    ],
)
def test_bad_rule_files(tmp_path: Path, text: str, told: str) -> None:
    """A rule file that is no TOML, or names what does not exist, is refused with the file's name."""
    file = tmp_path / "house.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        load_rules(file)
    assert told in str(caught.value)
    assert str(file) in str(caught.value)


def test_missing_rule_file(tmp_path: Path) -> None:
    """A rule file that is not there is told by its name."""
    with pytest.raises(RulesError, match="No such file"):
        load_rules(tmp_path / "none.toml")


def test_every_label_has_a_text() -> None:
    """Each ruling R1 to R16 has a text, and each option points at one."""
    assert list(RULINGS) == [f"R{number}" for number in range(1, 17)]
    assert {option.label for option in OPTIONS.values()} <= set(RULINGS)

"""SVG as text: elements, attributes and numbers, the same bytes for the same drawing."""

from collections.abc import Iterable

FONT = "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"

_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def escape(text: str) -> str:
    """Return text fit for markup: between tags and in quoted attributes.

    >>> escape('R & "B" <1>')
    'R &amp; &quot;B&quot; &lt;1&gt;'
    """
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text).translate(
        _ENTITIES
    )


def number(value: float) -> str:
    """Return a number with at most two decimals, in its shortest form.

    >>> number(12.0), number(3.14159), number(-0.001)
    ('12', '3.14', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(tag: str, children: str | Iterable[str] = "", /, **attributes: str | float) -> str:
    """Return one element; an underscore in the name of an attribute stands for a hyphen.

    Parameters
    ----------
    tag : str
        The name of the element.
    children : str or iterable of str
        Markup within, already escaped.

    >>> element("rect", width=10, rx=2.5, stroke_width="1")
    '<rect width="10" rx="2.5" stroke-width="1"/>'
    """
    inner = children if isinstance(children, str) else "".join(children)
    pairs = "".join(f' {_name(key)}="{_value(value)}"' for key, value in attributes.items())
    return f"<{tag}{pairs}>{inner}</{tag}>" if inner else f"<{tag}{pairs}/>"


def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else number(value)


def words(text: str, **attributes: str | float) -> str:
    """Return a text element."""
    return element("text", escape(text), **attributes)


def placed(inner: str, x: float, y: float, scale: float = 1) -> str:
    """Return markup moved to a place, and scaled about its own origin."""
    by = "" if scale == 1 else f" scale({number(scale)})"
    return element("g", inner, transform=f"translate({number(x)} {number(y)}){by}")


def document(inner: Iterable[str], width: float, height: float, title: str, description: str) -> str:
    """Return a whole SVG document, named and described for those who do not see it."""
    parts = [element("title", escape(title)), element("desc", escape(description)), *inner]
    return element(
        "svg",
        parts,
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 0 {number(width)} {number(height)}",
        role="img",
        font_family=FONT,
    )

"""Language tags: which there are, their order, and what stands in for a region."""

import pytest

from pictomania.words import is_language
from pictomania.words.languages import in_order, nearest


@pytest.mark.parametrize("tag", ["en", "gsw", "pt-BR", "es-419", "zh-Hant", "sr-Latn-RS"])
def test_tags_of_languages_scripts_and_regions_are_known(tag: str) -> None:
    assert is_language(tag)


@pytest.mark.parametrize(
    "tag",
    [
        "",
        "e",
        "lvel",
        "English",
        "EN",
        "pt-br",
        "pt_BR",
        "zh-hant",
        "BR-pt",
        "en-US-x-y",
        "ca-valencia",
        "en\n",
    ],
)
def test_other_tags_are_not(tag: str) -> None:
    assert not is_language(tag)


def test_english_stands_in_first_then_by_tag() -> None:
    assert in_order({"ru", "fr", "pt-BR", "pt", "en", "es"}) == ["en", "es", "fr", "pt", "pt-BR", "ru"]


@pytest.mark.parametrize(
    ("reader", "languages", "found"),
    [
        ("pt-BR", ("pt", "pt-BR"), "pt-BR"),
        ("pt-BR", ("pt", "es"), "pt"),
        ("pt", ("pt-BR",), None),
        ("pt-PT", ("pt-BR",), None),
        ("zh-Hant-HK", ("zh", "zh-Hant"), "zh-Hant"),
        ("zh-Hant", ("zh", "zh-Hans"), None),
        ("es-419", ("en", "es"), "es"),
    ],
)
def test_a_language_stands_in_for_its_regions(
    reader: str, languages: tuple[str, ...], found: str | None
) -> None:
    assert nearest(reader, languages) == found

"""Confusables: characters that look like Latin letters and digits, by our own judgement of their shapes.

Unicode's list of confusables (UTS #39) compares letters of one case only, so it misses small capitals, and
the packages that contain it are large. This table uses Unicode character names, so that it is readable and
needs no data but `unicodedata`.

No two letters of an alphabet in living use get the same shape: different names in one alphabet stay different
(`tests/table/identity/test_confusables.py`).
"""

import re
from collections.abc import Iterator
from unicodedata import lookup, name, normalize

_CHEROKEE = (
    "GO=A YV=B TLI=C A=D GV=E NAH=G MI=H NI=H V=i GU=J TSO=K TLE=L LU=M TLV=P E=R SV=R DU=S I=T DO=V LA=W "
    "TA=W GI=Y MU=Y NO=Z SI=b TSU=d YU=G DE=S SE=4 WV=6"
)
# By the beginning of the character's name: its ending, and the shape it has; `*` stands for both cases.
_ALPHABETS = {
    "CYRILLIC * LETTER": (
        "A=a VE=b ES=c KOMI_DE=d IE=e SHHA=h EN=h BYELORUSSIAN-UKRAINIAN_I=i JE=j KA=k EM=m O=o ER=p QA=q "
        "DZE=s TE=t IZHITSA=v WE=w OMEGA=w HA=x U=y ZE=3 CHE=4 KOMI_SJE=g"
    ),
    "CYRILLIC SMALL LETTER": "GHE=r PE=n BE=6 SOFT_SIGN=b PALOCHKA=l",
    "CYRILLIC LETTER": "PALOCHKA=l",
    "GREEK * LETTER": "ALPHA=a BETA=b EPSILON=e IOTA=i KAPPA=k OMICRON=o RHO=p TAU=t CHI=x SAN=m",
    "GREEK SMALL LETTER": "GAMMA=y ETA=n NU=v UPSILON=u OMEGA=w",
    "GREEK CAPITAL LETTER": "ZETA=Z ETA=H MU=M NU=N UPSILON=Y YOT=J",
    "GREEK LETTER": "YOT=j DIGAMMA=F",
    "GREEK LUNATE SIGMA": "SYMBOL=c",
    "GREEK CAPITAL LUNATE SIGMA": "SYMBOL=C",
    "COPTIC * LETTER": (
        "ALFA=a VIDA=b SIMA=c EIE=e HATE=h IAUDA=i KAPA=k MI=m NI=n O=o RO=p TAU=t OOU=w KHI=x UA=y ZATA=z"
    ),
    "ARMENIAN * LETTER": "OH=o SEH=u",
    "ARMENIAN SMALL LETTER": "AYB=w CO=g HO=h YI=j VO=n ZA=q",
    "ARMENIAN CAPITAL LETTER": "LIWN=L TIWN=S",
    "LATIN * LETTER": "ALPHA=a OPEN_E=e ETH=d ENG=n IOTA=i CHI=x GAMMA=y YOGH=3 TONE_SIX=b AE=ae",
    "LATIN SMALL LETTER": "UPSILON=u KRA=k SCRIPT_G=g DOTLESS_I=i DOTLESS_J=j BARRED_O=o BLACKLETTER_E=e",
    "LATIN LETTER": "WYNN=p YR=R DENTAL_CLICK=l",
    "LATIN * LIGATURE": "OE=oe",
    "CHEROKEE LETTER": _CHEROKEE,
    "CHEROKEE SMALL LETTER": _CHEROKEE,
    "LISU LETTER": (
        "A=A BA=B CA=C DA=D E=E TSA=F GA=G XA=H I=I JA=J KA=K LA=L MA=M NA=N O=O PA=P ZHA=R SA=S TA=T U=U "
        "HA=V WA=W SHA=X YA=Y DZA=Z"
    ),
    "HEBREW LETTER": "SAMEKH=o VAV=l HET=n",
    "HEBREW PUNCTUATION": "PASEQ=l",
    "ARABIC LETTER": "ALEF=l HEH=o",
    "ARABIC-INDIC DIGIT": "ONE=l FIVE=o",
    "EXTENDED ARABIC-INDIC DIGIT": "ONE=l FIVE=o",
    "HANGUL LETTER": "IEUNG=o I=l",  # alone, not in a syllable
    "MYANMAR LETTER": "WA=o",
    "MALAYALAM LETTER": "TTHA=o",
    "ORIYA LETTER": "TTHA=o",
    "ETHIOPIC SYLLABLE": "PHARYNGEAL_A=o HA=U",
    "RUNIC LETTER": (
        "GEBO_GYFU_G=X ISAZ_IS_ISS_I=l RAIDO_RAD_REID_R=R BERKANAN_BEORC_BJARKAN_B=B EHWAZ_EH_E=M"
    ),
    "TIFINAGH LETTER": "YAR=O YADD=E YAN=l",
    "IDEOGRAPHIC NUMBER": "ZERO=o",
    "MULTIPLICATION": "SIGN=x X=x",
}
# Canadian syllabics: their names do not describe their shape, and "fancy text" generators use them.
_SYLLABICS = {
    "A": "\u15c5\u15e9",
    "B": "\u15f7",
    "C": "\u1455",
    "D": "\u15de\u15ea",
    "E": "\u15f4",
    "F": "\u15b4",
    "G": "\u161c",
    "H": "\u157c",
    "J": "\u148d",
    "L": "\u14aa",
    "M": "\u15f0",
    "P": "\u146d",
    "R": "\u1587",
    "S": "\u1515",
    "U": "\u144c",
    "V": "\u142f",
    "W": "\u15ef",
    "X": "\u157d\u166d",
    "Z": "\u1614",
    "b": "\u1472",
    "d": "\u146f",
    "n": "\u144e",
    "q": "\u146b",
}
# Pairs outside the Latin alphabet: Arabic letters of two keyboards, and Chinese characters that look like
# kana.
_PAIRS = (
    "ARABIC LETTER KEHEH=ARABIC LETTER KAF",
    "ARABIC LETTER FARSI YEH=ARABIC LETTER YEH",
    "CJK UNIFIED IDEOGRAPH-4E00=KATAKANA-HIRAGANA PROLONGED SOUND MARK",
    "CJK UNIFIED IDEOGRAPH-4E8C=KATAKANA LETTER NI",
    "CJK UNIFIED IDEOGRAPH-516B=KATAKANA LETTER HA",
    "CJK UNIFIED IDEOGRAPH-529B=KATAKANA LETTER KA",
    "CJK UNIFIED IDEOGRAPH-535C=KATAKANA LETTER TO",
    "CJK UNIFIED IDEOGRAPH-53E3=KATAKANA LETTER RO",
    "CJK UNIFIED IDEOGRAPH-5915=KATAKANA LETTER TA",
    "CJK UNIFIED IDEOGRAPH-5DE5=KATAKANA LETTER E",
    "HIRAGANA LETTER HE=KATAKANA LETTER HE",
)
# Latin letters with strokes, hooks and tails, small capitals, letters in boxes: their names contain the
# letter.
_LATIN = re.compile(
    r"(?:NEGATIVE (?:CIRCLED |SQUARED ))?LATIN (?P<case>CAPITAL |SMALL )?LETTER (?:SMALL CAPITAL )?"
    r"(?P<letter>[A-Z])(?: WITH (?!SMALL LETTER).*)?|REGIONAL INDICATOR SYMBOL LETTER (?P<flag>[A-Z])"
)
_LATIN_BLOCKS = (
    (0x00C0, 0x02AF),
    (0x1D00, 0x1DBF),
    (0x2C60, 0x2C7F),
    (0xA720, 0xA7FF),
    (0xAB30, 0xAB6F),
    (0x1F150, 0x1F189),
    (0x1F1E6, 0x1F1FF),
)
_ZEROS = "\u0966\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66\u0e50\u0ed0\u1040\u17e0"  # of Indic scripts


def _entries() -> Iterator[tuple[str, str]]:
    for prefix, row in _ALPHABETS.items():
        yield from _row(prefix, row)
    for shape, letters in _SYLLABICS.items():
        yield from ((letter, shape) for letter in letters)
    for pair in _PAIRS:
        one, other = map(lookup, pair.split("="))
        yield one, other
    yield from ((zero, "o") for zero in _ZEROS)
    yield from _latin()


def _row(prefix: str, row: str) -> Iterator[tuple[str, str]]:
    if "*" in prefix:
        yield from _row(prefix.replace("*", "SMALL"), row)
        yield from ((letter, shape.upper()) for letter, shape in _row(prefix.replace("*", "CAPITAL"), row))
        return
    for entry in row.split():
        rest, shape = entry.replace("_", " ").split("=")
        yield lookup(f"{prefix} {rest}"), shape


def _latin() -> Iterator[tuple[str, str]]:
    for first, last in _LATIN_BLOCKS:
        for char in map(chr, range(first, last + 1)):
            found = _LATIN.fullmatch(name(char, ""))
            if found is not None:
                letter = found["letter"] or found["flag"]
                yield char, letter.lower() if found["case"] == "SMALL " else letter


SHAPES = str.maketrans(dict(_entries()))
# Characters that NFKD would turn into something else: to be replaced first.
SHAPES_BEFORE_NFKD = {
    code: shape for code, shape in SHAPES.items() if normalize("NFKD", chr(code)) != chr(code)
}

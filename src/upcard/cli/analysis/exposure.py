"""``upcard exposure``: what counting cards is worth against a side wager."""

from typing import Annotated

import typer

from upcard.cli.odds.options import AsCsv, AsOf, Decks, Jurisdiction, Meters, PaytableId
from upcard.cli.submissions import AsJson

Slug = Annotated[
    str,
    typer.Argument(metavar="WAGER", help="The wager, such as lucky-ladies.", show_default=False),
]
Penetration = Annotated[
    float | None,
    typer.Option(metavar="P", help="The part of the shoe that is dealt; default: six, 0.5 to 0.9."),
]
Count = Annotated[
    str | None,
    typer.Option(metavar="SYSTEM", help="A published count, such as hi-lo, or the file of one."),
]
Bonus = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="A bonus that the wager is offered with, as in its odds."),
]
Players = Annotated[
    int | None,
    typer.Option(min=1, metavar="N", help="The players with the wager, for a bonus of theirs."),
]
Shoes = Annotated[
    int | None, typer.Option(min=1, metavar="N", help="The shoes to deal; default 60,000.")
]
Seed = Annotated[int | None, typer.Option(min=0, metavar="S", help="The seed; default 1.")]


def exposure(
    wager: Slug,
    *,
    jurisdiction: Jurisdiction = None,
    paytable: PaytableId = None,
    decks: Decks = None,
    penetration: Penetration = None,
    count: Count = None,
    bonus: Bonus = None,
    players: Players = None,
    meter: Meters = None,
    as_of: AsOf = None,
    shoes: Shoes = None,
    seed: Seed = None,
    as_csv: AsCsv = False,
    as_json: AsJson = False,
) -> None:
    """What counting cards is worth against a wager: every paytable and number of decks."""
    from upcard.analysis.counters.penetration import PENETRATIONS
    from upcard.analysis.counters.played_wagers import ROUNDS
    from upcard.analysis.exposure.wagers import SEED, SHOES
    from upcard.cli.odds import exposure as forms
    from upcard.cli.odds.command import amounts_by_name, day_of
    from upcard.cli.output import refuse_two_forms
    from upcard.library import exposure as library
    from upcard.library.counting import count as count_of
    from upcard.library.exposure_choices import check_figures, known_of, with_bonus
    from upcard.library.odds import odds

    refuse_two_forms(as_csv=as_csv, as_json=as_json)
    shoes, seed = SHOES if shoes is None else shoes, SEED if seed is None else seed
    check_figures(penetration, shoes, ROUNDS, seed)
    system = None if count is None else count_of(count)
    answers = odds(
        wager,
        jurisdiction=jurisdiction,
        paytable=paytable,
        decks=decks,
        meters=amounts_by_name(meter),
        as_of=day_of(as_of),
    )
    records = [answer.record for answer in answers]
    known_records = known_of(records)
    with_this_bonus = with_bonus(known_records, bonus)
    forms.report_without_bonus(known_records, with_this_bonus, bonus)
    forms.report_left_out(records, known_records)
    exposures = library.exposures(
        with_this_bonus,
        penetrations=PENETRATIONS if penetration is None else (penetration,),
        count=system,
        bonus=bonus,
        players=players,
        shoes=shoes,
        seed=seed,
    )
    forms.print_exposures(
        exposures, as_csv=as_csv, as_json=as_json, as_table=len(with_this_bonus) > 1
    )

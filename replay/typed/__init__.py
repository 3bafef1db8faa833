"""Typed deals: a whole deal as a person writes it down, one turn a line (docs/typed-deals.md).

``words.toml`` has the words of every language, ``words`` looks them up; ``lexing`` cuts a line; ``players`` says who is
meant; ``entry`` reads a line that stands for events; ``reading`` a whole text; ``writing`` its one strict form.
"""

"""Typed deals: a whole deal as a person writes it down, one turn a line (docs/typed-deals.md).

``words.toml`` has the words of every language, ``words`` looks them up; ``lexing`` cuts a line; ``players`` says who is
meant; ``turns`` and ``heads`` read what lines say, ``entry`` one of them alone, ``reading`` a whole text;
``writing`` gives its one strict form; ``files`` has both for the file that a user names.
"""

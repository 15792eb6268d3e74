"""Says which commands the AWS command line does not have.

Reads a JSON list of commands from standard input, each with its `words` and `options`; prints those that do not exist, or whose options do
not, as a JSON list of texts.
"""

import json
import sys

from awscli.clidriver import create_clidriver

driver = create_clidriver()
# The options of every command.
common = driver._get_argument_table()


def below(command):
    """What can follow: operations of a service, or the parts of a command such as `wait`."""
    return command._get_command_table() if hasattr(command, "_get_command_table") else command.subcommand_table


def problem(words, options):
    found = driver
    for word in words:
        if word not in below(found):
            return f"{' '.join(words)}: there is no {word}"
        found = below(found)[word]
    known = {f"--{name}" for table in (common, found.arg_table) for name in table}
    unknown = [one for one in options if one not in known]
    return f"{' '.join(words)}: there is no option {', '.join(unknown)}" if unknown else None


problems = [problem(one["words"], one["options"]) for one in json.load(sys.stdin)]
print(json.dumps([one for one in problems if one]))

"""Runs a program in a terminal and answers its questions, as a person would.

Arguments: a JSON list of questions with their answers, in any order, then the program with its own arguments.
"""

import json
import os
import pty
import sys

questions, program = json.loads(sys.argv[1]), sys.argv[2:]
child, terminal = pty.fork()
if child == 0:
    os.execvp(program[0], program)

said, answered = "", 0
while True:
    try:
        said += os.read(terminal, 4096).decode(errors="replace")
    except OSError:
        break
    asked = [(said.find(question, answered), question, answer) for question, answer in questions]
    found = sorted(one for one in asked if one[0] >= 0)
    if found:
        at, question, answer = found[0]
        answered = at + len(question)
        os.write(terminal, (answer + "\n").encode())
print(said)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))

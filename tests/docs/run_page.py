"""Runs what a page of the documentation tells its reader to do, in an empty folder, in order.

    run_page.py PAGE PROGRAM

A fenced block `toml file=NAME` (or any language) is written to NAME. In a block `sh`, a line that starts with `$ ` is
run by bash with the program as `carom`; the lines below it must occur in what it prints, in that order, as whole lines
or their beginnings; `…` stands for anything. A command may fail only where the page shows an error.
"""
import os
import re
import subprocess
import sys
import tempfile


def read_blocks(text):
    for match in re.finditer(r"^```(\w+)(?: file=(\S+))?\n(.*?)^```$", text, re.M | re.S):
        yield match.groups()


def read_commands(block):
    commands = []
    for line in block.splitlines():
        if line.startswith("$ "):
            commands.append((line[2:], []))
        else:
            commands[-1][1].append(line)
    return commands


def check(command, expected, result):
    output = result.stderr + result.stdout
    position = 0
    for line in expected:
        if not line.strip("… "):
            continue
        pattern = ".*".join(re.escape(part) for part in line.split("…"))
        found = re.compile(pattern).search(output, position)
        if not found:
            return f"does not print '{line}'"
        position = found.end()
    fails = any("error:" in line for line in expected)
    if (result.returncode != 0) != fails:
        return f"ends with code {result.returncode}"
    return None


def main(page, program):
    text = open(page, encoding="utf-8").read()
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(f"{folder}/bin")
        os.symlink(os.path.abspath(program), f"{folder}/bin/carom")
        environment = {**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}"}
        os.makedirs(f"{folder}/reader")
        for language, name, block in read_blocks(text):
            if name:
                with open(f"{folder}/reader/{name}", "w", encoding="utf-8") as file:
                    file.write(block)
            if language != "sh":
                continue
            for command, expected in read_commands(block):
                result = subprocess.run(["bash", "-c", command], cwd=f"{folder}/reader", env=environment,
                                        capture_output=True, text=True, timeout=120, check=False)
                problem = check(command, expected, result)
                if problem:
                    sys.exit(f"{page}: '{command}' {problem}\n{result.stdout}{result.stderr}")
                count += 1
    if count == 0:
        sys.exit(f"{page} shows no command")
    print(f"{count} commands of {page} do what it says")


main(*sys.argv[1:])

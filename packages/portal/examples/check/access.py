import base64
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
sys.dont_write_bytecode = True
from access import reasons_for


def text(code: str) -> str:
    return base64.b64decode(code).decode("utf-8")


def texts(line: str) -> list:
    return [text(code) for code in line.split(" ")[1:]]


for line in sys.stdin:
    user_id, role, department, groups, allow_all, departments, allowed_groups, users = line.rstrip("\n").split("\t")
    reader = {
        "user_id": text(user_id),
        "role": role,
        "department_code": None if department == "-" else text(department),
        "permission_groups": texts(groups),
    }
    rule = {
        "allow_all": allow_all == "true",
        "allowed_department_codes": texts(departments),
        "allowed_groups": texts(allowed_groups),
        "allowed_users": texts(users),
    }
    found = reasons_for(reader, rule)
    print(" ".join(by + "=" + base64.b64encode(value.encode("utf-8")).decode("ascii") for by, value in found))

def reasons_for(reader: dict, rule: dict) -> list:
    """Why the reader may see a document with this rule; empty: the reader may not."""
    reasons = []
    if reader["role"] in ("admin", "developer"):
        reasons.append(("role", reader["role"]))
    if rule["allow_all"]:
        reasons.append(("allow_all", "*"))
    if reader["department_code"] in rule["allowed_department_codes"]:
        reasons.append(("department", reader["department_code"]))
    for group in dict.fromkeys(reader["permission_groups"]):
        if group in rule["allowed_groups"]:
            reasons.append(("group", group))
    if reader["user_id"] in rule["allowed_users"]:
        reasons.append(("user", reader["user_id"]))
    return reasons

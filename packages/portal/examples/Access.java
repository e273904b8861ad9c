import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

public final class Access {
    /** The fields of a user that decide access. */
    public static final class Reader {
        public String userId;
        public String role;
        /** null: none. */
        public String departmentCode;
        public List<String> permissionGroups;
    }

    public static final class Rule {
        public boolean allowAll;
        public List<String> allowedDepartmentCodes;
        public List<String> allowedGroups;
        public List<String> allowedUsers;
    }

    /** Why the reader may see a document with this rule, as kind and value; empty: the reader may not. */
    public static List<String[]> reasonsFor(Reader reader, Rule rule) {
        List<String[]> reasons = new ArrayList<>();
        if (reader.role.equals("admin") || reader.role.equals("developer"))
            reasons.add(new String[] {"role", reader.role});
        if (rule.allowAll)
            reasons.add(new String[] {"allow_all", "*"});
        if (reader.departmentCode != null && rule.allowedDepartmentCodes.contains(reader.departmentCode))
            reasons.add(new String[] {"department", reader.departmentCode});
        for (String group : new LinkedHashSet<>(reader.permissionGroups))
            if (rule.allowedGroups.contains(group))
                reasons.add(new String[] {"group", group});
        if (rule.allowedUsers.contains(reader.userId))
            reasons.add(new String[] {"user", reader.userId});
        return reasons;
    }
}

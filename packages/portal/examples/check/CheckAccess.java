import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

public final class CheckAccess {
    public static void main(String[] arguments) throws Exception {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        StringBuilder output = new StringBuilder();
        String line;
        while ((line = input.readLine()) != null) {
            String[] parts = line.split("\t", -1);
            Access.Reader reader = new Access.Reader();
            reader.userId = text(parts[0]);
            reader.role = parts[1];
            reader.departmentCode = parts[2].equals("-") ? null : text(parts[2]);
            reader.permissionGroups = texts(parts[3]);
            Access.Rule rule = new Access.Rule();
            rule.allowAll = parts[4].equals("true");
            rule.allowedDepartmentCodes = texts(parts[5]);
            rule.allowedGroups = texts(parts[6]);
            rule.allowedUsers = texts(parts[7]);
            List<String> reasons = new ArrayList<>();
            for (String[] reason : Access.reasonsFor(reader, rule))
                reasons.add(reason[0] + "=" + Base64.getEncoder().encodeToString(reason[1].getBytes(UTF_8)));
            output.append(String.join(" ", reasons)).append('\n');
        }
        System.out.print(output);
    }

    private static String text(String code) {
        return new String(Base64.getDecoder().decode(code), UTF_8);
    }

    private static List<String> texts(String line) {
        List<String> found = new ArrayList<>();
        String[] codes = line.split(" ", -1);
        for (int i = 1; i < codes.length; i += 1)
            found.add(text(codes[i]));
        return found;
    }
}

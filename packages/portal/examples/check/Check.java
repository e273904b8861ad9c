import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.InputStreamReader;

public final class Check {
    public static void main(String[] arguments) throws Exception {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        String userId;
        while ((userId = input.readLine()) != null) {
            long timestamp = Long.parseLong(input.readLine());
            System.out.println(Sign.sign(userId, timestamp, input.readLine()));
        }
    }
}

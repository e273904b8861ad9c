import java.util.Map;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.transport.BoundTransportAddress;
import org.opensearch.http.HttpServerTransport;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.transport.TransportService;

/**
 * One node of OpenSearch with the settings that its arguments give as name=value. It prints the ports of HTTP and of
 * the cluster once it answers, and ends with its standard input.
 */
public final class TestNode {
    public static void main(String[] arguments) throws Exception {
        Settings.Builder settings = Settings.builder();
        for (String argument : arguments) {
            String[] setting = argument.split("=", 2);
            settings.put(setting[0], setting[1]);
        }
        Node node = new NodeWithModules(
            InternalSettingsPreparer.prepareEnvironment(settings.build(), Map.of(), null, () -> "node"));
        node.start();
        int http = portOf(node.injector().getInstance(HttpServerTransport.class).boundAddress());
        int transport = portOf(node.injector().getInstance(TransportService.class).boundAddress());
        System.out.println(http + " " + transport);
        while (System.in.read() != -1) { }
        Runtime.getRuntime().halt(0);
    }

    private static int portOf(BoundTransportAddress address) {
        return address.publishAddress().address().getPort();
    }
}

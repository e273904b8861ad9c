import java.util.List;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.env.Environment;
import org.opensearch.index.mapper.MapperExtrasPlugin;
import org.opensearch.index.reindex.ReindexPlugin;
import org.opensearch.node.Node;
import org.opensearch.painless.PainlessPlugin;
import org.opensearch.transport.Netty4Plugin;

/** With those modules of the distribution that the service needs. */
final class NodeWithModules extends Node {
    NodeWithModules(Environment environment) {
        super(
            environment,
            List.of(
                Netty4Plugin.class,
                CommonAnalysisPlugin.class,
                PainlessPlugin.class,
                ReindexPlugin.class,
                MapperExtrasPlugin.class),
            false);
    }
}

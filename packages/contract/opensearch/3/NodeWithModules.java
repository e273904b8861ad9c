import java.util.List;
import java.util.stream.Stream;
import org.opensearch.Version;
import org.opensearch.analysis.common.CommonAnalysisModulePlugin;
import org.opensearch.env.Environment;
import org.opensearch.index.mapper.MapperExtrasModulePlugin;
import org.opensearch.index.reindex.ReindexModulePlugin;
import org.opensearch.node.Node;
import org.opensearch.painless.PainlessModulePlugin;
import org.opensearch.plugins.PluginInfo;
import org.opensearch.transport.Netty4ModulePlugin;

/** With those modules of the distribution that the service needs. */
final class NodeWithModules extends Node {
    NodeWithModules(Environment environment) {
        super(
            environment,
            Stream.of(
                Netty4ModulePlugin.class,
                CommonAnalysisModulePlugin.class,
                PainlessModulePlugin.class,
                ReindexModulePlugin.class,
                MapperExtrasModulePlugin.class)
                .map(Class::getName)
                .map(name -> new PluginInfo(name, name, "NA", Version.CURRENT, "21", name, null, List.of(), false))
                .toList(),
            false);
    }
}

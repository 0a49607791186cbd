// Starts a Trino coordinator and workers in one process, on loopback and free ports, with tables on local disk.
// java -cp '<jars>/*' TrinoNodes.java <folder> <workers>: prints the coordinator's address.
import io.trino.plugin.hive.HivePlugin;
import io.trino.plugin.memory.MemoryPlugin;
import io.trino.testing.DistributedQueryRunner;
import io.trino.testing.TestingSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

public class TrinoNodes {
    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createDirectories(Path.of(arguments[0]).resolve("hive").toAbsolutePath());
        var session = TestingSession.testSessionBuilder().setCatalog("hive").setSchema("default").build();
        try (var nodes = DistributedQueryRunner.builder(session)
                .setWorkerCount(Integer.parseInt(arguments[1]))
                // The coordinator only plans, so that all work is distributed among the workers.
                .addExtraProperty("node-scheduler.include-coordinator", "false")
                .build()) {
            nodes.installPlugin(new MemoryPlugin());
            nodes.createCatalog("memory", "memory", Map.of("memory.max-data-per-node", "1GB"));
            nodes.installPlugin(new HivePlugin());
            nodes.createCatalog("hive", "hive", Map.of(
                    "hive.metastore", "file",
                    "hive.metastore.catalog.dir", "local:///",
                    "fs.local.enabled", "true",
                    "local.location", folder.toString()));
            nodes.execute("create schema hive.shop");
            nodes.execute("create schema hive.staging");
            System.out.println("listening " + nodes.getCoordinator().getBaseUrl());
            Thread.currentThread().join();
        }
    }
}

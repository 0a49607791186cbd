// Starts a Trino coordinator and workers in one process, on loopback and free ports, with tables on local disk.
// java -cp '<jars>/*' TrinoNodes.java <folder> <workers> [spill]: prints the coordinator's address. With "spill", what does
// not fit into memory is written to the disk.
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
        int workers = Integer.parseInt(arguments[1]);
        var builder = DistributedQueryRunner.builder(session)
                .setWorkerCount(workers)
                // The coordinator only plans, so that all work is distributed among the workers.
                .addExtraProperty("node-scheduler.include-coordinator", "false");
        if (arguments.length > 2) {
            // All workers share the memory of this process; each is given its part of two thirds.
            long megabytes = Runtime.getRuntime().maxMemory() >> 20;
            long part = megabytes * 2 / 3 / workers;
            builder.addExtraProperty("spill-enabled", "true")
                    .addExtraProperty("spiller-spill-path", arguments[0] + "/spill")
                    .addExtraProperty("spiller-max-used-space-threshold", "0.95")
                    .addExtraProperty("memory.heap-headroom-per-node", (megabytes - part) + "MB")
                    .addExtraProperty("query.max-memory-per-node", part + "MB")
                    .addExtraProperty("query.max-memory", "100GB")
                    .addExtraProperty("query.max-total-memory", "100GB");
        }
        try (var nodes = builder.build()) {
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

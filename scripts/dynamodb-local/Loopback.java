import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBRequestHandler;
import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBServerHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandler;

/**
 * DynamoDB Local in memory, on loopback and a free port: its own program listens on every address, and reports to AWS that it was started.
 * Prints its address, and ends when its standard input does.
 */
class Loopback {
  public static void main(String[] none) throws Exception {
    var requests = new LocalDynamoDBRequestHandler(0, true, null, true, false);
    var server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    var context = new ContextHandler();
    context.setHandler(new LocalDynamoDBServerHandler(requests, null));
    server.setHandler(context);
    server.start();
    System.out.println("http://127.0.0.1:" + ((ServerConnector) server.getConnectors()[0]).getLocalPort());
    while (System.in.read() >= 0) {}
    System.exit(0);
  }
}

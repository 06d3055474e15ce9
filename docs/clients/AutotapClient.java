import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A client of {@code autotap serve}: one file, only the JDK (17 or newer).
 *
 * <p>Run it with the command that starts the server, and it shows what it asks and gets:
 *
 * <pre>java AutotapClient.java autotap serve</pre>
 */
public final class AutotapClient implements AutoCloseable {

    /** The server answered with an error. */
    public static final class RequestException extends RuntimeException {
        private static final long serialVersionUID = 1;
        public final int code;

        RequestException(Map<String, Object> error) {
            super((String) error.get("message"));
            code = ((Number) error.get("code")).intValue();
        }
    }

    /** A request that was sent, and its answer when it is there. */
    public record Asked(long id, CompletableFuture<Map<String, Object>> answer) {}

    private final Process process;
    private final Writer out;
    private final Map<Long, CompletableFuture<Map<String, Object>>> open = new ConcurrentHashMap<>();
    private long last = 0;

    /** Starts a server; a thread of its own reads the answers, so that many requests may be open. */
    public AutotapClient(List<String> command) throws IOException {
        process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        out = process.outputWriter(StandardCharsets.UTF_8);
        Thread reader = new Thread(this::read);
        reader.setDaemon(true);
        reader.start();
    }

    /** Sends a request. */
    public synchronized Asked ask(String method, Map<String, Object> params) {
        CompletableFuture<Map<String, Object>> answer = new CompletableFuture<>();
        long id = ++last;
        open.put(id, answer);
        try {
            out.write(Json.text(map("jsonrpc", "2.0", "id", id, "method", method, "params", params)));
            out.write('\n');
            out.flush();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        return new Asked(id, answer);
    }

    /** Sends a request and waits for its answer. */
    public Map<String, Object> call(String method, Map<String, Object> params) {
        return result(ask(method, params));
    }

    /** Waits for an answer. */
    public static Map<String, Object> result(Asked asked) {
        try {
            return asked.answer().join();
        } catch (CompletionException error) {
            if (error.getCause() instanceof RequestException refused) {
                throw refused;
            }
            throw error;
        }
    }

    /** Lets the server answer what is open, and ends it. */
    @Override
    public void close() throws IOException {
        call("shutdown", map());
        out.close();
        process.onExit().join();
    }

    private void read() {
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Map<String, Object> message = object(new Json(line).read());
                var answer = open.remove(((Number) message.get("id")).longValue());
                if (message.containsKey("error")) {
                    answer.completeExceptionally(new RequestException(object(message.get("error"))));
                } else {
                    answer.complete(object(message.get("result")));
                }
            }
        } catch (IOException error) {
            // The server has ended, as below.
        }
        open.values().forEach(one -> one.completeExceptionally(new IOException("the server has ended")));
    }

    // --- what to click ---------------------------------------------------------------------------

    /** Tells what to click for a Magic payment, and what each mana pays. */
    static List<String> clicks(Map<String, Object> result) {
        if (result.get("payment") == null) {
            return List.of(result.get("status") + ": " + object(result.get("shortfall")).get("sentence"));
        }
        Map<String, Object> payment = object(result.get("payment"));
        List<String> mana = new ArrayList<>();
        for (Object text : list(payment.get("mana"))) {
            mana.add(((String) text).split(" ")[0]);
        }
        Map<Object, Object> maker = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        for (Object each : list(payment.get("activations"))) {
            Map<String, Object> one = object(each);
            for (String line : paid(one.get("spends"), mana, maker)) {
                lines.add("  " + line + " of " + one.get("source"));
            }
            StringBuilder made = new StringBuilder();
            for (Object number : list(one.get("made"))) {
                maker.put(number, one.get("source"));
                made.append(mana.get(((Number) number).intValue()));
            }
            lines.add("click " + one.get("source") + ", ability " + one.get("ability") + ": " + made);
        }
        lines.addAll(paid(payment.get("spends"), mana, maker));
        return lines;
    }

    private static List<String> paid(Object spends, List<String> mana, Map<Object, Object> maker) {
        List<String> lines = new ArrayList<>();
        for (Object each : list(spends)) {
            Map<String, Object> spend = object(each);
            for (Object number : list(spend.get("mana"))) {
                Object from = maker.getOrDefault(number, "the pool");
                String unit = mana.get(((Number) number).intValue());
                lines.add(unit + " of " + from + " pays " + spend.get("symbol"));
            }
        }
        return lines;
    }

    /** Asks for three payments, changes the board, asks again, and cancels a question. */
    public static void main(String[] command) throws Exception {
        try (AutotapClient client = new AutotapClient(List.of(command))) {
            Map<String, Object> hello = client.call("hello", map("autotap", 1));
            System.out.println(hello.get("name") + ", schema " + hello.get("schema"));

            Object sources = List.of(
                    map("id", "p1", "name", "Plains"),
                    map("id", "i1", "name", "Island"),
                    map("id", "s1", "name", "Azorius Signet"),
                    map("id", "c1", "name", "City of Brass"));
            Map<String, Object> board =
                    client.call("board/set", map("board_id", "me", "board", map("sources", sources, "life", 4)));
            Object version = board.get("version");
            for (String cost : List.of("{W}{U}", "{1}{W}{W}", "{U}{U}{U}")) {
                System.out.println("\npay " + cost);
                clicks(client.pay(version, cost)).forEach(System.out::println);
            }

            System.out.println("\nthe Island is tapped, a Treasure comes");
            Map<String, Object> changed = client.call("board/patch", map(
                    "board_id", "me",
                    "version", version,
                    "sources", map("i1", map("tapped", true)),
                    "add", List.of(map("id", "t1", "name", "Treasure"))));
            clicks(client.pay(changed.get("version"), "{W}{U}")).forEach(System.out::println);

            Map<String, Object> hard = map("board", hardBoard(), "pay", map("cost", "{9}{U}{U}{U}{R}{R}{R}"));
            Asked asked = client.ask("solve", hard);
            client.call("cancel", map("request", asked.id()));
            try {
                result(asked);
            } catch (RequestException error) {
                System.out.println("\nthe hard question: error " + error.code + ", " + error.getMessage());
            }
        }
    }

    private Map<String, Object> pay(Object version, String cost) {
        return call("solve", map("board_id", "me", "version", version, "pay", map("cost", cost)));
    }

    /** A board of sources of which no two are alike, and which pay for each other. */
    private static String hardBoard() {
        List<String> rocks = new ArrayList<>();
        for (int number = 0; number < 60; number++) {
            rocks.add("Rock " + number + " [{" + (number % 3 + 1) + "}, {T}: Add {W}{U}{B}{R} / {T}: Add {C}]");
        }
        return String.join("; ", rocks);
    }

    // --- JSON ------------------------------------------------------------------------------------

    /** Makes an object of keys and values in turn. */
    static Map<String, Object> map(Object... entries) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < entries.length; i += 2) {
            map.put((String) entries[i], entries[i + 1]);
        }
        return map;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    /** An array; one that is left out is empty. */
    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
        return value == null ? List.of() : (List<Object>) value;
    }

    /** Reads and writes JSON: maps, lists, strings, Long, Double, Boolean and null. */
    static final class Json {
        private final String text;
        private int at = 0;

        Json(String text) {
            this.text = text;
        }

        static String text(Object value) {
            StringBuilder out = new StringBuilder();
            write(value, out);
            return out.toString();
        }

        private static void write(Object value, StringBuilder out) {
            if (value instanceof String string) {
                quote(string, out);
            } else if (value instanceof Map<?, ?> map) {
                char before = '{';
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    out.append(before);
                    quote((String) entry.getKey(), out);
                    out.append(':');
                    write(entry.getValue(), out);
                    before = ',';
                }
                out.append(before == '{' ? "{}" : "}");
            } else if (value instanceof List<?> list) {
                char before = '[';
                for (Object item : list) {
                    out.append(before);
                    write(item, out);
                    before = ',';
                }
                out.append(before == '[' ? "[]" : "]");
            } else {
                out.append(value);
            }
        }

        private static void quote(String string, StringBuilder out) {
            out.append('"');
            for (char c : string.toCharArray()) {
                if (c == '"' || c == '\\') {
                    out.append('\\').append(c);
                } else if (c < ' ') {
                    out.append(String.format("\\u%04x", (int) c));
                } else {
                    out.append(c);
                }
            }
            out.append('"');
        }

        Object read() {
            switch (next()) {
                case '{': {
                    at++;
                    Map<String, Object> map = new LinkedHashMap<>();
                    while (next() != '}') {
                        String key = string();
                        expect(':');
                        map.put(key, read());
                        comma('}');
                    }
                    at++;
                    return map;
                }
                case '[': {
                    at++;
                    List<Object> list = new ArrayList<>();
                    while (next() != ']') {
                        list.add(read());
                        comma(']');
                    }
                    at++;
                    return list;
                }
                case '"':
                    return string();
                default:
                    return word();
            }
        }

        /** Skips spaces, and gives the next character without taking it. */
        private char next() {
            while (Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            return text.charAt(at);
        }

        private void expect(char wanted) {
            if (next() != wanted) {
                throw new IllegalArgumentException("expected " + wanted + " at " + at + " in " + text);
            }
            at++;
        }

        private void comma(char end) {
            if (next() != end) {
                expect(',');
            }
        }

        private Object word() {
            int start = at;
            while (at < text.length() && ",:]} \t".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            String word = text.substring(start, at);
            return switch (word) {
                case "true" -> true;
                case "false" -> false;
                case "null" -> null;
                default -> word.matches("-?\\d+") ? (Object) Long.valueOf(word) : Double.valueOf(word);
            };
        }

        private String string() {
            expect('"');
            StringBuilder out = new StringBuilder();
            while (text.charAt(at) != '"') {
                char c = text.charAt(at++);
                if (c == '\\') {
                    c = text.charAt(at++);
                    switch (c) {
                        case 'n' -> c = '\n';
                        case 't' -> c = '\t';
                        case 'r' -> c = '\r';
                        case 'b' -> c = '\b';
                        case 'f' -> c = '\f';
                        case 'u' -> {
                            c = (char) Integer.parseInt(text.substring(at, at + 4), 16);
                            at += 4;
                        }
                        default -> { }
                    }
                }
                out.append(c);
            }
            at++;
            return out.toString();
        }
    }
}

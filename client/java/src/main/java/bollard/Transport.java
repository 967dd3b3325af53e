package bollard;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One request within a deadline. */
final class Transport {
  private static final int ANSWER_BYTES_MAX = 65_536;

  private final URI address;
  private final HttpClient client;

  Transport(URI address, HttpClient given) {
    this.address = address;
    // The secret key goes to the configured host and nowhere else.
    this.client =
        Objects.requireNonNullElseGet(
            given,
            () ->
                HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .build());
  }

  URI address() {
    return address;
  }

  /** The answer: an object whose {@code success} is a boolean. {@code deadline} is of {@link System#nanoTime()}. */
  Map<?, ?> post(String body, long deadline) throws NoVerdict {
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    // The timeout of a request ends with its headers; this one is for the body, too.
    CompletableFuture<HttpResponse<Bytes>> answering = client.sendAsync(request, Transport::reader);
    try {
      return read(answering.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS));
    } catch (TimeoutException late) {
      answering.cancel(true);
      throw new NoVerdict("timeout");
    } catch (ExecutionException broken) {
      throw new NoVerdict("unreachable", null, true);
    } catch (InterruptedException interrupted) {
      answering.cancel(true);
      Thread.currentThread().interrupt();
      throw new NoVerdict("timeout");
    }
  }

  private static Map<?, ?> read(HttpResponse<Bytes> response) throws NoVerdict {
    int status = response.statusCode();
    if (status == 200) {
      if (response.body().isTooLarge) {
        throw new NoVerdict("answer-too-large");
      }
      Object value = Json.parse(response.body().text());
      if (value instanceof Map && ((Map<?, ?>) value).get("success") instanceof Boolean) {
        return (Map<?, ?>) value;
      }
      throw new NoVerdict("answer-invalid");
    }
    Integer retryAfter =
        response.headers().firstValue("Retry-After").filter(text -> text.matches("[0-9]{1,9}")).map(Integer::valueOf).orElse(null);
    if (status == 429) {
      throw new NoVerdict("rate-limited", retryAfter, false);
    }
    if (status >= 300 && status < 400) {
      throw new NoVerdict("redirected");
    }
    throw new NoVerdict("unavailable", retryAfter, status >= 502 && status <= 504);
  }

  private static HttpResponse.BodySubscriber<Bytes> reader(HttpResponse.ResponseInfo head) {
    return new Bytes(head.statusCode() == 200);
  }

  /** A body, of which no more is read than an answer can have, and nothing where only the status counts. */
  private static final class Bytes implements HttpResponse.BodySubscriber<Bytes> {
    private final CompletableFuture<Bytes> done = new CompletableFuture<>();
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();
    private final boolean isWanted;
    private Flow.Subscription subscription;
    private volatile boolean isTooLarge;

    Bytes(boolean isWanted) {
      this.isWanted = isWanted;
    }

    String text() {
      return new String(read.toByteArray(), StandardCharsets.UTF_8);
    }

    @Override
    public CompletionStage<Bytes> getBody() {
      return done;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
      subscription = given;
      if (isWanted) {
        given.request(1);
      } else {
        given.cancel();
        done.complete(this);
      }
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
      for (ByteBuffer part : parts) {
        byte[] bytes = new byte[Math.min(part.remaining(), ANSWER_BYTES_MAX + 1 - read.size())];
        part.get(bytes);
        read.write(bytes, 0, bytes.length);
      }
      if (read.size() > ANSWER_BYTES_MAX) {
        isTooLarge = true;
        subscription.cancel();
        done.complete(this);
      } else {
        subscription.request(1);
      }
    }

    @Override
    public void onError(Throwable broken) {
      done.completeExceptionally(broken);
    }

    @Override
    public void onComplete() {
      done.complete(this);
    }
  }
}

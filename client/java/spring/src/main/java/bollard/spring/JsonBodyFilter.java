package bollard.spring;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Reads a JSON body ahead, so that {@link ProtectInterceptor} finds the token in it and your controller still reads the whole. Applications
 * whose visitors send forms, or the token in the header, don't need it.
 */
public final class JsonBodyFilter extends OncePerRequestFilter {
  static final String BODY = JsonBodyFilter.class.getName();
  /** A body is searched for a token as far as this. */
  private static final int BYTES_MAX = 1 << 20;
  private static final Pattern JSON = Pattern.compile("application/(?:[\\w.-]+\\+)?json\\b.*", Pattern.CASE_INSENSITIVE);

  @Override
  protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String type = request.getContentType();
    if (type == null || !JSON.matcher(type).matches()) {
      chain.doFilter(request, response);
      return;
    }
    InputStream rest = request.getInputStream();
    byte[] read = rest.readNBytes(BYTES_MAX + 1);
    if (read.length <= BYTES_MAX) {
      request.setAttribute(BODY, read);
    }
    chain.doFilter(new ReadAhead(request, new SequenceInputStream(new ByteArrayInputStream(read), rest)), response);
  }

  /** A request whose body begins with what was read of it. */
  private static final class ReadAhead extends HttpServletRequestWrapper {
    private final ServletInputStream body;

    ReadAhead(HttpServletRequest request, InputStream whole) {
      super(request);
      body = new Body(whole);
    }

    @Override
    public ServletInputStream getInputStream() {
      return body;
    }

    @Override
    public BufferedReader getReader() {
      String encoding = getCharacterEncoding();
      return new BufferedReader(
          new InputStreamReader(body, encoding == null ? StandardCharsets.UTF_8 : Charset.forName(encoding)));
    }
  }

  private static final class Body extends ServletInputStream {
    private final InputStream whole;
    private boolean isFinished;

    Body(InputStream whole) {
      this.whole = whole;
    }

    @Override
    public int read() throws IOException {
      int value = whole.read();
      isFinished = value < 0;
      return value;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      int count = whole.read(into, from, length);
      isFinished = count < 0;
      return count;
    }

    @Override
    public boolean isFinished() {
      return isFinished;
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setReadListener(ReadListener listener) {
      throw new IllegalStateException("This body is read without a listener");
    }
  }
}

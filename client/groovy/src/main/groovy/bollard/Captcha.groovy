package bollard.groovy

import bollard.Bollard
import bollard.Expectations
import bollard.FailPolicy
import bollard.Verdict
import groovy.transform.CompileStatic

import java.time.Duration

/**
 * A client for one captcha with named arguments; make one when your server starts. Safe to share between threads.
 *
 * <pre>
 * def captcha = new Captcha(secretKey: 'bsec_…', host: 'https://captcha.example.org')
 * captcha.verify(params['bollard-response']) { redirect '/thanks' }
 * </pre>
 *
 * Named arguments: {@code secretKey}, {@code host}, {@code siteKey}, {@code timeout} (a Duration for the whole call), {@code failPolicy}.
 * Throws ConfigurationException.
 */
@CompileStatic
final class Captcha {
    private static final Set<String> NAMES = ['secretKey', 'host', 'siteKey', 'timeout', 'failPolicy'] as Set

    private final Bollard client

    Captcha(Map<String, Object> options) {
        Set<String> unknown = options.keySet() - NAMES
        if (unknown) {
            throw new IllegalArgumentException("No such option: ${unknown.join(', ')}")
        }
        Bollard.Builder builder = Bollard.with(options.secretKey as String, options.host as String)
        builder.siteKey(options.siteKey as String)
        if (options.timeout != null) {
            builder.timeout(options.timeout as Duration)
        }
        Object policy = options.failPolicy
        if (policy != null) {
            builder.failPolicy(policy instanceof FailPolicy ? (FailPolicy) policy : FailPolicy.of(policy.toString()))
        }
        client = builder.build()
    }

    /**
     * Whether the visitor who sent a form passed. Never throws of its own; {@code whenPassed} is called with the verdict if so.
     *
     * @param expected {@code remoteIp}, {@code action}, {@code hostnames}
     * @param token the form's field {@code bollard-response}
     */
    Verdict verify(Map<String, Object> expected = [:], String token, Closure whenPassed = null) {
        Expectations expectations = Expectations.NONE.remoteIp(expected.remoteIp as String).action(expected.action as String)
        if (expected.hostnames != null) {
            expectations = expectations.hostnames((Collection<String>) expected.hostnames)
        }
        Verdict verdict = client.verify(token, expectations)
        if (verdict.passed() && whenPassed != null) {
            whenPassed.call(verdict)
        }
        return verdict
    }

    @Override
    String toString() {
        return client.toString()
    }
}

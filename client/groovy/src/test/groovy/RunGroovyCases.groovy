// Runs the cases of BOLLARD_CASES and prints what the client did. See client/README.md.

import bollard.ConfigurationException
import bollard.RunCases
import bollard.groovy.Captcha

import java.time.Duration

def client = { Map options ->
    def given = [secretKey: options.secretKey, host: options.host, siteKey: options.siteKey, failPolicy: options.failPolicy]
    if (options.timeoutMs != null) {
        given.timeout = Duration.ofMillis(options.timeoutMs as long)
    }
    new Captcha(given)
}

def prepared = RunCases.prepared()
def cases = prepared.cases.collectEntries { one ->
    def passed = false
    def verdict = client(one.options).verify(one.call, one.token) { passed = true }
    assert passed == verdict.passed()
    [one.id, verdict]
}
def configurations = prepared.configurations.collectEntries { one ->
    try {
        client(one.options)
        [one.id, null]
    } catch (ConfigurationException error) {
        [one.id, error.code()]
    }
}
println RunCases.report(cases, configurations)

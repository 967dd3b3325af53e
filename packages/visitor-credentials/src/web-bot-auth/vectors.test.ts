import { describe, expect, it } from 'vitest'
import { botKeys } from './key.ts'
import { keyOf } from './signing-fixture.ts'
import { verifyWebBotAuth } from './verify.ts'
import { verify } from 'node:crypto'
import { verifySignature } from 'http-message-sig'

/** RFC 9421 appendix B.1.4, `test-key-ed25519`. */
const jwk = JSON.stringify({
  kty: 'OKP',
  crv: 'Ed25519',
  kid: 'test-key-ed25519',
  x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs',
})
const agent = 'https://signature-agent.test'
const key = keyOf(jwk, agent)
const created = 1_735_689_600

/** A minute after signing. */
function requestOf(headers: Readonly<Record<string, string>>) {
  return {
    method: 'GET',
    authority: 'example.com',
    path: '/path/to/resource',
    headers,
    keys: botKeys([key]),
    now: (created + 60) * 1000,
  }
}

describe('RFC 9421 appendix B.2.6', () => {
  const fields = {
    host: 'example.com',
    date: 'Tue, 20 Apr 2021 02:07:55 GMT',
    'content-type': 'application/json',
    'content-length': '18',
    'signature-input':
      'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
    signature: 'sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:',
  }

  // The vector has no tag, so that it goes to the library, with the same call of node:crypto.
  const check = (method: string) =>
    verifySignature(
      {
        kind: 'request',
        method,
        targetUri: 'https://example.com/foo?param=Value&Pet=dog',
        fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
      },
      {
        label: 'sig-b26',
        policy: { algorithms: ['ed25519'], requiredComponents: [], requiredParameters: [] },
        resolveVerifier: () => ({
          algorithm: 'ed25519',
          verify: (data, signature) => verify(null, data, key.publicKey, signature),
        }),
      },
    )

  it('holds', async () => {
    expect((await check('POST')).parameters.keyid).toBe('test-key-ed25519')
  })

  it('does not hold for another method', async () => {
    await expect(check('GET')).rejects.toMatchObject({ code: 'VerificationFailed' })
  })

  it('is no proof of a bot', async () => {
    const request = {
      method: 'POST',
      authority: 'example.com',
      path: '/foo?param=Value&Pet=dog',
      headers: fields,
      keys: botKeys([key]),
      now: 1_618_884_480_000,
    }
    expect(await verifyWebBotAuth(request)).toEqual({ status: 'invalid', reason: 'wrong-tag', agent: null })
  })
})

describe('draft-ietf-webbotauth-httpsig-protocol, test vectors', () => {
  const keyId = 'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U'
  const legacy = {
    'signature-agent': `"${agent}"`,
    'signature-input': `sig2=("@authority" "signature-agent");created=1735689600;keyid="${keyId}";alg="ed25519";expires=1735693200;nonce="e8N7S2MFd/qrd6T2R3tdfAuuANngKI7LFtKYI/vowzk4lAZYadIX6wW25MwG7DCT9RUKAJ0qVkU0mEeLElW1qg==";tag="web-bot-auth"`,
    signature: 'sig2=:jdq0SqOwHdyHr9+r5jw3iYZH6aNGKijYp/EstF4RQTQdi5N5YYKrD+mCT1HA1nZDsi6nJKuHxUi/5Syp3rLWBA==:',
  }
  const dictionary = {
    'signature-agent': `agent2="${agent}"`,
    'signature-input': `sig2=("@authority" "signature-agent";key="agent2");created=1735689600;keyid="${keyId}";alg="ed25519";expires=4889289600;nonce="n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==";tag="web-bot-auth"`,
    signature: 'sig2=:RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==:',
  }

  it('has the thumbprint of the drafts', () => {
    expect(key.keyId).toBe(keyId)
  })

  it('accepts Signature-Agent as a string', async () => {
    expect(await verifyWebBotAuth(requestOf(legacy))).toEqual({ status: 'verified', keyId, agent })
  })

  it('sees when the string is another', async () => {
    const result = await verifyWebBotAuth({
      ...requestOf({ ...legacy, 'signature-agent': `"${agent}:8443"` }),
      keys: botKeys([keyOf(jwk)]),
    })
    expect(result).toEqual({ status: 'invalid', reason: 'signature', agent: null })
  })

  it('accepts Signature-Agent as a dictionary but not a lifetime of a hundred years', async () => {
    const message = requestOf(dictionary)
    expect(await verifyWebBotAuth(message)).toMatchObject({ status: 'invalid', reason: 'lifetime-too-long' })
    const verified = await verifySignature(
      {
        kind: 'request',
        method: 'GET',
        targetUri: 'https://example.com/',
        fields: Object.entries(dictionary).map(([name, value]) => ({ name, value })),
      },
      {
        policy: { algorithms: ['ed25519'], requiredComponents: ['@authority'], requiredParameters: [] },
        resolveVerifier: () => ({
          algorithm: 'ed25519',
          verify: (data, signature) => verify(null, data, key.publicKey, signature),
        }),
      },
    )
    expect(verified.parameters.keyid).toBe(keyId)
  })
})

import { describe, expect, it } from 'vitest'
import { agentUrl } from './agent.ts'
import { botKeys } from './key.ts'
import { type Bot, createBot, outcomeOf, requestWith } from './signing-fixture.ts'
import { verifyWebBotAuth } from './verify.ts'

const agent = 'https://bot.example'
const bot = createBot(agent)
const authority = ['"@authority"', 'example.com'] as const

/** A request with this `Signature-Agent`, of which one part is signed. */
function request(header: string, component?: readonly [string, string], by: Bot = bot) {
  return requestWith([{ bot: by, components: component === undefined ? [authority] : [authority, component] }], {
    headers: { 'signature-agent': header },
  })
}

async function agentOf(header: string, component: readonly [string, string], by?: Bot) {
  const result = await verifyWebBotAuth(request(header, component, by))
  return result.status === 'verified' ? result.agent : result
}

const claim = (by: Bot, name: string) => request(`sig1="${name}"`, ['"signature-agent";key="sig1"', `"${name}"`], by)

describe('Signature-Agent', () => {
  it('names the agent by its member for this signature', async () => {
    expect(await agentOf(`sig1="${agent}"`, ['"signature-agent";key="sig1"', `"${agent}"`])).toBe(agent)
    expect(
      await agentOf(`sig0="https://other.example", sig1="${agent}"`, ['"signature-agent";key="sig1"', `"${agent}"`]),
    ).toBe(agent)
  })

  it('names it by a member of another name if that alone is signed', async () => {
    expect(
      await agentOf(`agent2="${agent}", x="https://other.example"`, ['"signature-agent";key="agent2"', `"${agent}"`]),
    ).toBe(agent)
  })

  it('names it as a whole, as a string or as a dictionary', async () => {
    expect(await agentOf(`"${agent}"`, ['"signature-agent"', `"${agent}"`])).toBe(agent)
    expect(await agentOf(`sig1="${agent}"`, ['"signature-agent"', `sig1="${agent}"`])).toBe(agent)
  })

  it.each(['directory', 'jwks_uri', 'cimd'])('knows keys published as %s', async (type) => {
    const value = `"${agent}";type=${type}`
    expect(await agentOf(`sig1=${value}`, ['"signature-agent";key="sig1"', value])).toBe(agent)
  })

  it.each([
    ['of an unknown type', `"${agent}";type=dns`],
    ['whose type is no token', `"${agent}";type="directory"`],
    ['that is no string', '17'],
    ['that is a list', `("${agent}")`],
    ['without https', '"http://bot.example"'],
    ['that is no address', '"bot.example"'],
  ])('attributes nothing to a member %s', async (_what, value) => {
    expect(await agentOf(`sig1=${value}`, ['"signature-agent";key="sig1"', value])).toBeNull()
  })

  it('attributes nothing when several are signed and none bears the label', async () => {
    const header = `a="${agent}", b="https://other.example"`
    expect(await agentOf(header, ['"signature-agent"', header])).toBeNull()
  })

  it('has to be signed when it is sent', async () => {
    expect(await outcomeOf(request(`sig1="${agent}"`))).toBe('components-missing')
    expect(await outcomeOf(request(`"${agent}"`))).toBe('components-missing')
    expect(
      await outcomeOf(
        request('sig1="https://a.example", sig2="https://b.example"', ['"signature-agent";key="sig3"', '']),
      ),
    ).toBe('components-missing')
  })

  it('cannot be exchanged', async () => {
    expect(
      await outcomeOf(
        request('sig1="https://other.example"', ['"signature-agent";key="sig1"', `"${agent}"`], createBot()),
      ),
    ).toBe('signature')
  })

  it.each(['"', 'sig1="x', '=', '"a" b', 'A=1'])('is malformed as %j', async (header) => {
    expect(await outcomeOf(request(header, ['"signature-agent"', header]))).toBe('malformed')
  })
})

describe('a key', () => {
  const other = 'https://other.example'

  it('registered for one agent does not speak for another', async () => {
    expect(await outcomeOf(claim(bot, other))).toBe('unknown-key')
  })

  it('registered for none speaks for itself alone', async () => {
    const nameless = createBot()
    expect(await verifyWebBotAuth(claim(nameless, other))).toEqual({
      status: 'verified',
      keyId: nameless.key.keyId,
      agent: null,
    })
  })

  it('registered for an agent speaks for itself when the request names none', async () => {
    expect(await verifyWebBotAuth(requestWith([{ bot }]))).toEqual({
      status: 'verified',
      keyId: bot.key.keyId,
      agent: null,
    })
  })

  it('can be registered for several agents', async () => {
    const keys = botKeys([bot.key, { ...bot.key, agent: other }])
    expect(await verifyWebBotAuth({ ...claim(bot, other), keys })).toMatchObject({ agent: other })
    expect(await verifyWebBotAuth({ ...claim(bot, agent), keys })).toMatchObject({ agent })
  })
})

describe('agentUrl', () => {
  it.each([
    ['https://Bot.Example', 'https://bot.example'],
    ['https://bot.example:443/', 'https://bot.example'],
    ['https://bot.example/keys.json?x=1#y', 'https://bot.example/keys.json'],
    ['https://bot.example/a/../b', 'https://bot.example/b'],
  ])('writes %s as %s', (text, url) => {
    expect(agentUrl(text)).toBe(url)
  })

  it.each([
    '',
    'bot.example',
    'http://bot.example',
    'data:application/json,{}',
    'https://user@bot.example',
    'https://:pw@bot.example',
    'javascript:1',
  ])('refuses %j', (text) => {
    expect(agentUrl(text)).toBeNull()
  })
})

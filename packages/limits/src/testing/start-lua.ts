import { createHash } from 'node:crypto'
import { LuaFactory } from 'wasmoon'
import type { ValkeyClient } from '../store/valkey-store.ts'

type Script = (keys: readonly string[], words: readonly string[]) => unknown

/**
 * What the script of a store needs of Valkey, within this process: a Lua interpreter, GET, SET, PTTL and TIME. Its Lua
 * is newer than that of a server; `deploy/test-all` plays the same to a real one.
 */
export async function startLua(now: () => number = Date.now): Promise<ValkeyClient> {
  const lua = await new LuaFactory().createEngine({ enableProxy: false })
  const records = new Map<string, { readonly text: string; readonly ms: number }>()
  const commands: Readonly<Record<string, (key: string, ...words: string[]) => unknown>> = {
    GET: (key) => records.get(key)?.text ?? false,
    SET: (key, text = '', _px, ms) => records.set(key, { text, ms: Number(ms) }) && 'OK',
    PTTL: (key) => records.get(key)?.ms ?? -2,
    TIME: () => [String(Math.floor(now() / 1_000)), String((now() % 1_000) * 1_000)],
  }
  lua.global.set('call', (name: string, key: string, ...words: string[]) => commands[name]?.(key, ...words))
  const scripts = new Map<string, Script>()
  return {
    sendCommand: async ([command, script = '', count, ...rest]) => {
      if (command === 'SET') return commands['SET']?.(script, count ?? '', ...rest)
      if (command === 'GETDEL') {
        const text = records.get(script)?.text ?? null
        records.delete(script)
        return text
      }
      if (command === 'EVAL') scripts.set(createHash('sha1').update(script).digest('hex'), await compile(script))
      const run = scripts.get(command === 'EVAL' ? createHash('sha1').update(script).digest('hex') : script)
      if (run === undefined) throw new Error('NOSCRIPT No matching script.')
      return run(rest.slice(0, Number(count)), rest.slice(Number(count)))
    },
  }

  async function compile(script: string): Promise<Script> {
    return lua.doString(`redis = { call = call }\nreturn function(KEYS, ARGV)\n${script}\nend`)
  }
}

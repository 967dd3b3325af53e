import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { browserLaunchOptions } from '@bollard/testing'

/**
 * The browser of tests as an operator would name it: one program. Machines of tests often have no sandbox that it could use, so this
 * program, and nothing of ours, switches it off. It notes the environment that it was given in the file `env` of the folder.
 */
export async function makeBrowserProgram(folder: string): Promise<string> {
  const { executablePath, args } = await browserLaunchOptions()
  const kept = args.filter((flag) => /^--(?:no-sandbox|disable-dev-shm|disable-gpu|use-|single|no-zygote)/u.test(flag))
  const path = join(folder, 'browser')
  const quoted = [executablePath, ...new Set(['--no-sandbox', ...kept])].map((one) => `'${one}'`).join(' ')
  writeFileSync(path, `#!/bin/sh\nenv > '${join(folder, 'env')}'\nexec ${quoted} "$@"\n`)
  chmodSync(path, 0o755)
  return path
}

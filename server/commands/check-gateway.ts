import { describePolicy, readPolicy } from '@bollard/guard'
import { describeFaults, readNamed } from '../gateway/load-file.ts'
import { StartupFault } from '../startup-fault.ts'

/** `gateway check <file>`: prints what is wrong with a file and answers 1, or what each of its hosts would do. */
export async function checkGateway(args: readonly string[], say: (line: string) => void): Promise<number> {
  const [word, file, ...more] = args
  if (word !== 'check' || file === undefined || more.length > 0)
    throw new StartupFault('Name the file: npm start -- gateway check <file>')
  const result = readPolicy(await readNamed('gateway check', file))
  for (const line of result.status === 'valid' ? describePolicy(result.policy) : describeFaults(result.faults))
    say(line)
  return result.status === 'valid' ? 0 : 1
}

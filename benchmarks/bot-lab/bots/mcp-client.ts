import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** A server of the Model Context Protocol, spoken to over its standard input and output as assistants do. */
export interface McpServer {
  readonly child: ChildProcess
  /** Calls a tool and gives the text of its answer. Rejects when the tool says that it failed. */
  call(tool: string, args?: object): Promise<string>
}

interface Message {
  readonly id?: number | string
  readonly method?: string
  readonly error?: { readonly message: string }
  readonly result?: { readonly content?: readonly { readonly text?: string }[]; readonly isError?: boolean }
}

/** Starts a server and greets it. Its browser is in its process group. */
export async function startMcpServer(
  args: readonly string[],
  options: { readonly env: NodeJS.ProcessEnv; readonly cwd: string },
): Promise<McpServer> {
  const child = spawn(process.execPath, args, { ...options, detached: true, stdio: ['pipe', 'pipe', 'ignore'] })
  const waiting = new Map<number, (message: Message) => void>()
  let last = 0
  const write = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const gone = new Promise<never>((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  gone.catch(() => undefined)
  child.stdin.on('error', () => undefined)
  createInterface(child.stdout).on('line', (line) => {
    const message = read(line)
    if (message === null) return
    // Servers ask what the assistant allows; it allows nothing.
    if (message.method !== undefined && message.id !== undefined)
      write({ id: message.id, error: { code: -32_601, message: 'not supported' } })
    else if (typeof message.id === 'number') waiting.get(message.id)?.(message)
  })

  async function request(method: string, params: object): Promise<Message> {
    const id = ++last
    const answered = new Promise<Message>((resolve) => waiting.set(id, resolve))
    write({ id, method, params })
    const answer = await Promise.race([answered, gone])
    waiting.delete(id)
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
    return answer
  }

  await request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'assistant', version: '1.0.0' },
  })
  write({ method: 'notifications/initialized' })
  return {
    child,
    call: async (tool, toolArgs = {}) => {
      const { result } = await request('tools/call', { name: tool, arguments: toolArgs })
      const text = (result?.content ?? []).map((part) => part.text ?? '').join('\n')
      if (result?.isError === true) throw new Error(`${tool}: ${text.slice(0, 600)}`)
      return text
    },
  }
}

function read(line: string): Message | null {
  try {
    return JSON.parse(line)
  } catch {
    // Some servers also talk to people on their standard output.
    return null
  }
}

import { type LiveEvent, liveEventSchema } from '@bollard/contracts'
import type { Owner } from './owner.ts'

export interface HeardEvents {
  /** What the live stream told, oldest first. */
  readonly events: readonly LiveEvent[]
  close(): Promise<void>
}

/** Reads the live stream of a solution as the dashboard does, until it is closed. */
export async function listen({ api, solutionId }: Owner): Promise<HeardEvents> {
  const events: LiveEvent[] = []
  const stop = new AbortController()
  const { body } = await api.streamSite({ solutionId }, { signal: stop.signal })
  if (body === null) throw new Error('The live stream has no body')
  const reading = readEvents(body.pipeThrough(new TextDecoderStream()), events).catch((error: unknown) => {
    if (!stop.signal.aborted) throw error
  })
  return {
    events,
    async close() {
      stop.abort()
      await reading
    },
  }
}

async function readEvents(text: ReadableStream<string>, events: LiveEvent[]): Promise<void> {
  let rest = ''
  for await (const part of text) {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines)
      if (line.startsWith('data: ')) events.push(liveEventSchema.parse(JSON.parse(line.slice(6))))
  }
}

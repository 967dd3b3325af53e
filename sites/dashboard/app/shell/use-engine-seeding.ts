import { grammarVersion } from '@bollard/engine-proof/grammar'
import { seedPrograms } from '@bollard/engine-proof/seed'
import { useEffect } from 'react'

/**
 * An operator's own browser answers the engine programs that visitors are held to, whenever the installation has few left: in its
 * idle moments, once per opened page. Nothing is shown, and when it fails the next page tries again.
 */
export function useEngineSeeding(isOperator: boolean, language: string): void {
  useEffect(() => {
    if (!isOperator) return
    const stop = new AbortController()
    seed(`/${language}/engine-programs`, stop.signal).catch(() => undefined)
    return () => stop.abort()
  }, [isOperator, language])
}

async function seed(address: string, signal: AbortSignal): Promise<void> {
  const state: unknown = await fetch(address, { signal }).then((answer) => (answer.ok ? answer.json() : null))
  if (typeof state !== 'object' || state === null || !('wanted' in state) || !('grammar' in state)) return
  if (typeof state.wanted !== 'number' || state.wanted === 0 || state.grammar !== grammarVersion) return
  const programs = await seedPrograms(state.wanted)
  if (programs === undefined || signal.aborted) return
  await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grammar: grammarVersion, programs }),
    signal,
  })
}

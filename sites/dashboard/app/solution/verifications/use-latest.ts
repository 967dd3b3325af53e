import type { Verification } from '@bollard/contracts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLiveEvents } from '../../live/live-provider.tsx'
import { mergeLatest } from './merge-latest.ts'

/** Rows are shown together this often at most, however many come in. */
const flushMs = 500

/** The newest verifications: those the page came with, and before them what has come in since. Never more than `most`. */
export function useLatest(
  loaded: readonly Verification[],
  most: number,
): { verifications: Verification[]; fresh: ReadonlySet<string> } {
  const [arrived, setArrived] = useState<readonly Verification[]>([])
  const waiting = useRef<Verification[]>([])
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => () => clearTimeout(timer.current ?? undefined), [])

  useLiveEvents((event) => {
    if (event.kind !== 'verification') return
    waiting.current.push(event.verification)
    timer.current ??= setTimeout(() => {
      timer.current = null
      const batch = waiting.current
      waiting.current = []
      setArrived((before) => [...batch.toReversed(), ...before].slice(0, most))
    }, flushMs)
  })
  return useMemo(
    () => ({
      verifications: mergeLatest(arrived, loaded, most),
      fresh: new Set(arrived.map(({ verificationId }) => verificationId)),
    }),
    [arrived, loaded, most],
  )
}

import type { Replayer } from 'rrweb'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { harmlessEvent, type ReplayEvent } from './harmless-event.ts'

export const replaySpeeds = [0.5, 1, 2, 4, 8] as const

export interface ReplayState {
  status: 'LOADING' | 'READY' | 'EMPTY' | 'FAILED'
  isPlaying: boolean
  /** Since the first event, and of all of them, in milliseconds. */
  time: number
  total: number
  /** Of the recorded window, in CSS pixels; null before it is known. */
  viewport: { width: number; height: number } | null
}

interface ReplayControls {
  toggle: () => void
  seek: (time: number) => void
  setSpeed: (speed: number) => void
}

const begun: ReplayState = { status: 'LOADING', isPlaying: false, time: 0, total: 0, viewport: null }

/**
 * Plays the recording at an address of this site in `stage`, in a frame without scripts that shows nothing but harmless events. Asking
 * for the recording is watching it, which the audit log notes. `title` names the frame.
 */
export function useReplay(
  address: string,
  title: string,
  stage: RefObject<HTMLElement | null>,
): [ReplayState, ReplayControls] {
  const [state, setState] = useState(begun)
  const player = useRef<Replayer>(null)
  const change = (part: Partial<ReplayState>) => setState((before) => ({ ...before, ...part }))

  useEffect(() => {
    let isGone = false
    open(address, title, stage, change, () => isGone).then(
      (opened) => {
        if (isGone) opened?.destroy()
        else player.current = opened
      },
      () => {
        if (!isGone) change({ status: 'FAILED' })
      },
    )
    return () => {
      isGone = true
      player.current?.destroy()
      player.current = null
    }
  }, [address, title, stage])

  useEffect(() => {
    if (!state.isPlaying) return
    const timer = setInterval(() => {
      const { time, total } = { time: player.current?.getCurrentTime() ?? 0, total: state.total }
      change({ time: Math.min(time, total) })
    }, 100)
    return () => clearInterval(timer)
  }, [state.isPlaying, state.total])

  return [
    state,
    {
      toggle() {
        const { isPlaying, time, total } = state
        if (isPlaying) player.current?.pause()
        // From the start again once it has ended.
        else player.current?.play(time >= total ? 0 : time)
        change({ isPlaying: !isPlaying })
      },
      seek(time) {
        if (state.isPlaying) player.current?.play(time)
        else player.current?.pause(time)
        change({ time })
      },
      setSpeed: (speed) => player.current?.setConfig({ speed }),
    },
  ]
}

async function open(
  address: string,
  title: string,
  stage: RefObject<HTMLElement | null>,
  change: (part: Partial<ReplayState>) => void,
  isGone: () => boolean,
): Promise<Replayer | null> {
  // The player is heavy, and no other page needs it.
  const [{ Replayer: Player }, answer] = await Promise.all([import('rrweb'), fetch(address)])
  if (!answer.ok) throw new Error(`The recording answers ${answer.status}`)
  const nonce = document.querySelector<HTMLElement>('script[nonce]')?.nonce ?? ''
  const recorded: unknown = await answer.json()
  const events = (Array.isArray(recorded) ? recorded : []).flatMap((one): ReplayEvent[] => {
    const event = harmlessEvent(one, nonce)
    return event === null ? [] : [event]
  })
  const root = stage.current
  if (isGone() || root === null) return null
  // Two are the least that the player plays: where the page is, and what it looks like.
  if (events.length < 2) {
    change({ status: 'EMPTY' })
    return null
  }
  const opened = new Player(events as ConstructorParameters<typeof Player>[0], {
    root,
    mouseTail: false,
    showWarning: false,
    skipInactive: false,
  })
  opened.iframe.title = title
  opened.iframe.tabIndex = -1
  opened.on('resize', (size) => change({ viewport: size as NonNullable<ReplayState['viewport']> }))
  opened.on('finish', () => change({ isPlaying: false, time: opened.getMetaData().totalTime }))
  change({ status: 'READY', total: opened.getMetaData().totalTime })
  return opened
}

'use client'
import { type CaptchaSnapshot, firstSnapshot } from '@bollard/javascript'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { type CaptchaCommands, type CaptchaStore, createStore } from './captcha-store.ts'

export interface UseBollard extends CaptchaSnapshot, CaptchaCommands {
  /** Read by `<BollardCaptcha captcha={…}>`. */
  readonly store: CaptchaStore
}

/** State and commands of one `<BollardCaptcha captcha={…}>`. The component that calls it is drawn again whenever the state changes. */
export function useBollard(): UseBollard {
  const [store] = useState(createStore)
  const snapshot = useSyncExternalStore(store.subscribe, store.current, () => firstSnapshot)
  return useMemo(() => ({ ...snapshot, ...store.commands, store }), [snapshot, store])
}

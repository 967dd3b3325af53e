import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSubmit } from 'react-router'
import { makePasskey, type PasskeyRefusal } from '../passkey/ask-passkey.ts'
import type { SecurityAnswer } from './change-security.server.ts'

/** Has the browser make the passkey that the service has given a challenge for, and sends it. Answers why there is none, or null. */
export function useRegistration(wanted: SecurityAnswer['passkey']): PasskeyRefusal | null {
  const submit = useSubmit()
  const asked = useRef<string>(null)
  const [refused, setRefused] = useState<{ challengeId: string; reason: PasskeyRefusal } | null>(null)
  const make = useEffectEvent(async ({ challengeId, options, name }: NonNullable<SecurityAnswer['passkey']>) => {
    const made = await makePasskey(options)
    if (made.ok)
      await submit(
        { intent: 'addPasskey', name, passkey: JSON.stringify({ challengeId, response: made.response }) },
        { method: 'post' },
      )
    else setRefused({ challengeId, reason: made.reason })
  })
  useEffect(() => {
    // A challenge is good for one passkey, however often the page renders.
    if (!wanted || asked.current === wanted.challengeId) return
    asked.current = wanted.challengeId
    void make(wanted)
  }, [wanted])
  return refused !== null && refused.challengeId === wanted?.challengeId ? refused.reason : null
}

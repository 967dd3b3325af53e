import { useEffect, useEffectEvent } from 'react'
import { askPasskey, type PasskeyAnswer } from './ask-passkey.ts'

/** Challenges are good for five minutes; a page may stand open for longer. */
const renewMs = 4 * 60_000

/** While the page is open the browser offers passkeys in the field for the e-mail address; null: it does not. Refusals are kept quiet. */
export function usePasskeyAutofill(optionsAddress: string | null, onAnswer: (answer: PasskeyAnswer) => void): void {
  const answered = useEffectEvent(onAnswer)
  useEffect(() => {
    if (optionsAddress === null) return
    let isOver = false
    // A newer ceremony ends the one before it.
    const offer = async () => {
      const result = await askPasskey(optionsAddress, { autofill: true })
      if (result.ok && !isOver) answered(result)
    }
    void offer()
    const timer = setInterval(() => void offer(), renewMs)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [optionsAddress])
}

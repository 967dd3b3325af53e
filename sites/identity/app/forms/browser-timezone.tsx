import { useEffect, useRef } from 'react'

/** Sends the time zone of the browser along; without a script the field stays empty, and the service chooses. */
export function BrowserTimezone({ name }: { name: string }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.value = new Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''
  }, [])
  return <input ref={input} type="hidden" name={name} />
}

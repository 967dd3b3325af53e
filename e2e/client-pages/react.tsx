import { BollardCaptcha, useBollard } from '@bollard/react'
import { type FormEvent, StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { hear, listen, offer, sendByScript, setting, type Wishes } from './control.ts'

function Form({ options, first }: { readonly options: Wishes['options']; readonly first: boolean }) {
  const captcha = useBollard()
  useEffect(() => {
    if (first) offer(captcha)
  }, [captcha, first])
  return (
    <form onSubmit={(event: FormEvent) => sendByScript(event.nativeEvent)}>
      <label>
        E-mail <input name="email" />
      </label>
      <BollardCaptcha
        {...setting}
        {...options}
        captcha={captcha}
        onStarted={() => hear('started')}
        onSolved={({ token }) => hear('solved', token)}
        onFailed={({ code }) => hear('failed', code)}
        onExpired={() => hear('expired')}
        onReset={() => hear('reset')}
        onUnavailable={({ code }) => hear('unavailable', code)}
        onToken={(token) => hear('token', token || '-')}
      />
      <button>Send</button>
      <output>{captcha.state}</output>
    </form>
  )
}

const root = createRoot(document.querySelector('#app') ?? document.body)
listen(({ count, options }) =>
  root.render(
    <StrictMode>
      {Array.from({ length: count }, (_, index) => (
        <Form key={index} options={options} first={index === 0} />
      ))}
    </StrictMode>,
  ),
)

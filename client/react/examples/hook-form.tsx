import { BollardCaptcha } from '@bollard/react'
import { Controller, useForm } from 'react-hook-form'

interface Fields {
  message: string
  captcha: string
}

export function HookForm() {
  const { control, handleSubmit, register, resetField, setError, formState } = useForm<Fields>()

  // The captcha holds the event back until there is a token; by then the field has it.
  async function send({ message, captcha }: Fields) {
    const body = new URLSearchParams({ message, 'bollard-response': captcha })
    const response = await fetch('/contact', { method: 'POST', body })
    if (response.ok) return
    // A token counts once.
    resetField('captcha')
    setError('root', { message: 'Please try again.' })
  }

  return (
    <form onSubmit={handleSubmit(send)}>
      <label>
        Message <textarea {...register('message', { required: true })} />
      </label>
      <Controller
        name="captcha"
        control={control}
        defaultValue=""
        rules={{ required: true }}
        render={({ field }) => (
          <BollardCaptcha
            host="https://captcha.example.org"
            siteKey="YOUR_SITE_KEY"
            action="contact"
            onToken={field.onChange}
          />
        )}
      />
      <button>Send</button>
      <output>{formState.errors.root?.message ?? (formState.isSubmitSuccessful ? 'Thank you.' : '')}</output>
    </form>
  )
}

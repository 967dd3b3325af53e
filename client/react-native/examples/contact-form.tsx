import { BollardCaptcha, type CaptchaCommands } from '@bollard/react-native'
import { useRef, useState } from 'react'
import { Button, Text, TextInput, View } from 'react-native'

export function ContactForm() {
  const captcha = useRef<CaptchaCommands>(null)
  const [message, setMessage] = useState('')
  const [answer, setAnswer] = useState('')

  async function send() {
    try {
      const token = await captcha.current?.execute()
      const response = await fetch('https://app.example.org/contact', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ message, 'bollard-response': token }),
      })
      setAnswer(response.ok ? 'Thank you.' : 'Please try again.')
    } catch {
      setAnswer('Please try again.')
    }
  }

  return (
    <View>
      <TextInput accessibilityLabel="Message" value={message} onChangeText={setMessage} />
      <BollardCaptcha
        ref={captcha}
        host="https://captcha.example.org"
        siteKey="YOUR_SITE_KEY"
        baseUrl="https://app.example.org"
        action="contact"
      />
      <Button title="Send" onPress={send} />
      <Text accessibilityRole="alert">{answer}</Text>
    </View>
  )
}

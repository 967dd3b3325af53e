import { createRoot } from 'react-dom/client'
import { ContactForm } from '../../client/react-native/examples/contact-form.tsx'

createRoot(document.querySelector('#app') ?? document.body).render(<ContactForm />)

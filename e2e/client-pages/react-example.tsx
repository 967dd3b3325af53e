import { createRoot } from 'react-dom/client'
import { ContactForm } from '../../client/react/examples/contact-form.tsx'

createRoot(document.querySelector('#app') ?? document.body).render(<ContactForm />)

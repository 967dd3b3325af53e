import { createApp } from 'vue'
import ContactForm from '../../client/vue/examples/contact-form.vue'

createApp(ContactForm).mount('#app')

<?php

/* A form of your own, as a small plugin: [newsletter] in a page. */
add_shortcode('newsletter', function () {
    $refusal = isset($_POST['newsletter_email']) ? apply_filters('bollard_refusal', null, 'newsletter') : null;
    if (isset($_POST['newsletter_email']) && $refusal === null) {
        return '<p>Thank you.</p>';
    }
    return '<form method="post">' . ($refusal === null ? '' : '<p>' . esc_html($refusal) . '</p>')
        . '<label>E-mail <input name="newsletter_email" type="email" required></label>'
        . do_shortcode('[bollard action="newsletter"]')
        . '<button>Subscribe</button></form>';
});

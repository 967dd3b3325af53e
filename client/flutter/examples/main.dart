import 'dart:convert';
import 'dart:io';

import 'package:bollard/bollard.dart';
import 'package:flutter/material.dart';

void main() => runApp(const MaterialApp(home: Scaffold(body: ContactForm())));

class ContactForm extends StatefulWidget {
  const ContactForm({super.key});

  @override
  State<ContactForm> createState() => _ContactFormState();
}

class _ContactFormState extends State<ContactForm> {
  final _captcha = CaptchaController();
  final _message = TextEditingController();
  String _answer = '';

  Future<void> _send() async {
    String answer;
    try {
      final token = await _captcha.execute();
      final request = await HttpClient().postUrl(Uri.parse('https://app.example.org/contact'));
      request.headers.contentType = ContentType.json;
      request.write(jsonEncode({'message': _message.text, 'bollard-response': token}));
      answer = (await request.close()).statusCode == 200 ? 'Thank you.' : 'Please try again.';
    } on Exception {
      answer = 'Please try again.';
    }
    setState(() => _answer = answer);
  }

  @override
  Widget build(BuildContext context) => Column(children: [
        TextField(controller: _message, decoration: const InputDecoration(labelText: 'Message')),
        BollardCaptcha(
          host: 'https://captcha.example.org',
          siteKey: 'YOUR_SITE_KEY',
          baseUrl: 'https://app.example.org',
          controller: _captcha,
        ),
        FilledButton(onPressed: _send, child: const Text('Send')),
        Text(_answer),
      ]);
}

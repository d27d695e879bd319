import './app/layers.css';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import './app/styles.css';
import { App } from './app/app';
import { startTexts } from './app/i18n';
import { mount } from './lib/mount';

void startTexts().then(() => mount(<App />));

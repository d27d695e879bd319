import './styles/tokens.css';
import './styles/base.css';
import './features/status/status.css';
import { StatusPage } from './features/status/status-page';
import { mount } from './lib/mount';

mount(<StatusPage />);

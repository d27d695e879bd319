import './styles/tokens.css';
import './styles/base.css';
import './features/docs/docs.css';
import { DocsPage } from './features/docs/docs-page';
import { mount } from './lib/mount';

mount(<DocsPage />);

import script from '../page/main.js?page';
import style from '../page/page.css?page';

export { script, style };

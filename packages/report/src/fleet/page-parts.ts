import script from '../page/fleet.js?page';
import style from '../page/page.css?page';

export { script, style };

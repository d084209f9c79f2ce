"""The smallest browser with WebKitGTK that WebKitWebDriver can control and that keeps its profile.

    python3 host.py FOLDER

Sessions of the driver's own browser are private: service workers and databases are lost at the end. Here they are kept
in FOLDER.
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

folder = sys.argv[1]
data = WebKit2.WebsiteDataManager(base_data_directory=f"{folder}/data", base_cache_directory=f"{folder}/cache")
context = WebKit2.WebContext(website_data_manager=data)
context.set_automation_allowed(True)
context.set_preferred_languages(["es-AR"])


def on_automation_started(_context, session):
    about = WebKit2.ApplicationInfo()
    about.set_name("WebKitGTK")
    about.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(about)
    session.connect("create-web-view", open_window)


def open_window(_session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    # The input method starts slowly, and until then keys are lost.
    view.set_input_method_context(None)
    view.get_settings().set_enable_write_console_messages_to_stdout(True)
    window = Gtk.Window(default_width=1024, default_height=768)
    window.add(view)
    view.connect("close", lambda _view: window.destroy())
    window.show_all()
    return view


context.connect("automation-started", on_automation_started)
Gtk.main()

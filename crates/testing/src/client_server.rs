//! The client-server example of "Learning to divide and conquer" (section 5.1), for any number of
//! clients.

use surmise_model::{Component, Property, System};

use crate::fixtures::lts_of;

/// Clients that ask a server for a resource, which only one of them may have. A careless server
/// grants what the last client asks for, whoever has it.
pub fn client_server(clients: usize, careless: bool) -> System {
    let mut system = System::default();
    let (mut server, mut mutex) = (Vec::new(), Vec::new());
    let asked = |client: usize| 1 + client;
    let held = |client: usize| 1 + clients + client;
    let refused = |owner: usize, client: usize| 1 + 2 * clients + owner * clients + client;
    for i in 0..clients {
        let steps = [
            (0, format!("client.{i}.request"), 1),
            (1, format!("client.{i}.grant"), 2),
            (1, format!("client.{i}.deny"), 0),
            (2, format!("client.{i}.use"), 3),
            (3, format!("client.{i}.cancel"), 0),
        ];
        let client = lts_of(&mut system.actions, &steps);
        system.components.push(Component::new(format!("Client{i}"), client));
        server.push((0, format!("client.{i}.request"), asked(i)));
        server.push((asked(i), format!("client.{i}.grant"), held(i)));
        server.push((held(i), format!("client.{i}.cancel"), 0));
        for j in (0..clients).filter(|&j| j != i) {
            server.push((held(i), format!("client.{j}.request"), refused(i, j)));
            server.push((refused(i, j), format!("client.{j}.deny"), held(i)));
        }
        mutex.push((0, format!("client.{i}.grant"), 1 + i));
        mutex.push((1 + i, format!("client.{i}.cancel"), 0));
    }
    if careless {
        let last = clients - 1;
        server.push((refused(0, last), format!("client.{last}.grant"), held(last)));
    }
    let server = lts_of(&mut system.actions, &server);
    system.components.push(Component::new("Server", server));
    let mutex = lts_of(&mut system.actions, &mutex);
    system.properties.push(Property { name: "Mutex".to_owned(), lts: mutex });
    system
}
